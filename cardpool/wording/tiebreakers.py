"""What families call the tiebreakers that a pack names by their codes, in the active language."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _


def plain_tiebreaker(code: str) -> str:
    """A word or two for a tiebreaker's code, such as OMW; empty for a code without one."""
    words = {
        "MP": _("Points"),
        "OMW": _("Opponents"),
        "GW": _("Own games"),
        "OGW": _("Opponents' games"),
        "OOMW": _("Their opponents"),
        "OP": _("Opponents"),
        "OOP": _("Their opponents"),
        "H2H": _("Head to head"),
        "SOS": _("Opponents"),
        "ESOS": _("Their opponents"),
        "BH": _("Buchholz"),
        "MBH": _("Median-Buchholz"),
        "SB": _("Sonneborn-Berger"),
        "WINS": _("Wins"),
    }
    return words.get(code, "")


def with_code(words: str, code: str) -> str:
    """Plain words with the code behind them: Opponents (OMW)."""
    return _("%(words)s (%(code)s)") % {"words": words, "code": code}


def say_tiebreakers(codes: Iterable[str]) -> str:
    """Tiebreakers in their order, each with its code behind the plain word: Points (MP), Opponents (OMW)."""
    return _(", ").join(with_code(plain, code) if (plain := plain_tiebreaker(code)) else code for code in codes)
