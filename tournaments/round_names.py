"""What a round is called: Round 3, or Semifinals."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.models import Round, Tournament
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


def say_cut_lengths(tournament: Tournament) -> str:
    """How long the matches of the top cut are, and from which round on where not all are as long."""
    length, players = tournament.cut_best_of, tournament.cut_best_of_from
    if length is None:
        return _("as in the Swiss rounds")
    if players is None or players >= tournament.top_cut > 0:
        return _("best of %(number)s") % {"number": length}
    words = {
        2: _("best of %(number)s in the final"),
        4: _("best of %(number)s from the semifinals on"),
        8: _("best of %(number)s from the quarterfinals on"),
    }
    longer = words.get(players) or _("best of %(number)s from the round of %(players)s on")
    return longer % {"number": length, "players": players}
