"""Lists for the shipped Ultraman card pool: legal, and with one thing wrong."""

from __future__ import annotations

MAIN = [f"3 DEMO01-A{number:02}" for number in range(1, 14)] + ["1 DEMO01-A14"]
SIDE = [f"3 DEMO01-A{number:02}" for number in range(15, 18)] + ["1 DEMO01-A18"]
LEGAL = "\n".join(["主牌", *MAIN, "备牌", *SIDE])
MISSPELT = "3 赛罗奥特曼人"
"""No card has this name; 赛罗奥特曼 (HBU01-A07) is the closest."""
WITH_A_MISSPELT_LINE = LEGAL.replace(MAIN[0], MISSPELT)
FOUR_COPIES = LEGAL.replace("3 DEMO01-A15", "3 DEMO01-A01")
"""Three in the main deck and three in the sideboard: together over the limit of 1.0.2a."""
