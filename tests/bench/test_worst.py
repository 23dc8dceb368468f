"""The bench of the worst fields, with fields of a few players."""

import pytest

from bench import worst


def test_every_family_and_the_slowest_round_have_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worst, "QUICK_SIZES", (16,))
    monkeypatch.setattr(worst, "ROUND_ROBINS", (4, 6))
    lines = worst.worst_lines(quick=True)
    assert len(lines) == 1 + len(worst.FAMILIES) + 2
    assert lines[-1].cells[0] == "near round robin, 6 players, slowest round"
