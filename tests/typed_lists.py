"""Lists of the store's own game as players type them."""

MAIN = [f"3 HBU01-A{number:02d}" for number in range(1, 14)] + ["1 HBU01-A14"]
SIDE = [f"1 HBU02-A{number:02d}" for number in range(1, 11)]
LEGAL = "\n".join(["Main", *MAIN, "Side", *SIDE])
SHORT = "\n".join(["Main", *MAIN[:-1], "Side", *SIDE])
"""A card too few in the main deck."""
