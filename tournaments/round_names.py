"""What a round is called: Round 3, or Semifinals."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.models import Round
from tournaments.queries.rounds import cut_places


def say_round(round: Round, places: dict[int, int] | None = None) -> str:
    """The round's name. `places` are the `cut_places` of its tournament, where known."""
    if round.stage == Round.Stage.SWISS:
        return _("Round %(number)s") % {"number": round.number}
    known = cut_places(round.tournament) if places is None else places
    return say_cut_round(known[round.number]) if round.number in known else str(round.number)


def say_round_numbered(number: int, places: Mapping[int, int]) -> str:
    """The same within a sentence, of the round of this number: round 3, or Semifinals."""
    return say_cut_round(places[number]) if number in places else _("round %(number)s") % {"number": number}


def say_cut_round(players: int) -> str:
    """What a round of the top cut is called by how many players are left in it."""
    names = {2: _("Final"), 4: _("Semifinals"), 8: _("Quarterfinals")}
    return names.get(players) or _("Round of %(players)s") % {"players": players}
