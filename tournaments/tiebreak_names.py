"""What each tiebreaker is called and what it says, in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from cardpool.wording.tiebreakers import plain_tiebreaker, with_code
from tournaments.pods.ranking import PodTiebreak
from tournaments.scoring.presets import Tiebreak


@dataclass(frozen=True)
class TiebreakWords:
    """The code at the head of a column, a plain word for it, its full name, and one sentence about how it is made."""

    short: str
    plain: str
    name: str
    meaning: str

    def with_code(self, unit: str = "") -> str:
        """The plain word with the code behind it, and the unit of its values: Opponents (OMW %)."""
        return with_code(self.plain, f"{self.short}{unit}")


def say_tiebreaker(tiebreak: StrEnum) -> TiebreakWords:
    """The words of one tiebreaker, a `Tiebreak` or a `PodTiebreak`, in the active language."""
    if isinstance(tiebreak, PodTiebreak):
        return _of_pods(tiebreak)
    words = {
        Tiebreak.OMW: (_("Opponents' match-win percentage"), _("The mean of the opponents' match-win percentages.")),
        Tiebreak.GW: (_("Game-win percentage"), _("Game points won out of the game points possible.")),
        Tiebreak.OGW: (_("Opponents' game-win percentage"), _("The mean of the opponents' game-win percentages.")),
        Tiebreak.OOMW: (
            _("Opponents' opponents' match-win percentage"),
            _("The mean of the opponents' own opponents' match-win percentages."),
        ),
        Tiebreak.OP: (_("Opponents' win percentage"), _("The mean of the opponents' win percentages.")),
        Tiebreak.OOP: (
            _("Opponents' opponents' win percentage"),
            _("The mean of the opponents' own opponents' win percentages."),
        ),
        Tiebreak.H2H: (_("Head to head"), _("Who won between exactly two players who are level.")),
        Tiebreak.SOS: (_("Strength of schedule"), _("The mean of the opponents' points per round.")),
        Tiebreak.ESOS: (
            _("Extended strength of schedule"),
            _("The mean of the opponents' strengths of schedule."),
        ),
        Tiebreak.BH: (_("Buchholz"), _("The sum of the opponents' points.")),
        Tiebreak.MBH: (
            _("Median-Buchholz"),
            _("The sum of the opponents' points without the highest and the lowest."),
        ),
        Tiebreak.SB: (
            _("Sonneborn-Berger"),
            _("The sum of each opponent's points times the points won against them."),
        ),
        Tiebreak.WINS: (_("Wins"), _("The number of won matches, byes included.")),
    }
    name, meaning = words[Tiebreak(tiebreak)]
    return TiebreakWords(tiebreak.value, plain_tiebreaker(tiebreak.value), name, meaning)


def _of_pods(tiebreak: PodTiebreak) -> TiebreakWords:
    plain, name, meaning = {
        PodTiebreak.WON: (_("Wins"), _("Won pods"), _("The number of won pods, byes included.")),
        PodTiebreak.OPPONENTS: (
            pgettext("average points", "Opponents"),
            _("Opponents' average points"),
            _("The mean of the points for each pod of everybody met, once for each meeting; byes are left out."),
        ),
        PodTiebreak.HEAD_TO_HEAD: (
            _("Head to head"),
            _("Head to head"),
            _(
                "Between exactly two players who are level: how often one finished ahead of the other, less how often "
                "behind."
            ),
        ),
    }[tiebreak]
    return TiebreakWords(tiebreak.value, plain, name, meaning)
