"""What a round is called: Round 3, or Semifinals; and how large and long the top cut is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from accounts.languages import language_key
from cardpool.wording.play import say_best_of
from tournaments.models import Round, Tournament
from tournaments.queries.cut_rounds import cut_places
from tournaments.queries.division_cuts import DivisionCut


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
    """What a round of the top cut is called by how many players are left in it; -3: the third one, where they are not
    as many in each division's cut.
    """
    if players < 0:
        return _("Top cut, round %(number)s") % {"number": -players}
    names = {2: _("Final"), 4: _("Semifinals"), 8: _("Quarterfinals")}
    return names.get(players) or _("Round of %(players)s") % {"players": players}


def say_cut_lengths(tournament: Tournament) -> str:
    """How long the matches of the top cut are, and from which round on where not all are as long."""
    length, players = tournament.cut_best_of, tournament.cut_best_of_from
    if length is None:
        return _("as in the Swiss rounds")
    if players is None or players >= tournament.top_cut > 0:
        return say_best_of(length)
    words = {
        2: _("%(length)s in the final"),
        4: _("%(length)s from the semifinals on"),
        8: _("%(length)s from the quarterfinals on"),
    }
    longer = words.get(players) or _("%(length)s from the round of %(players)s on")
    return longer % {"length": say_best_of(length), "players": players}


def say_cuts(cuts: Iterable[DivisionCut]) -> str:
    """The top cut of each division, as planned or drawn; empty for none."""
    language = language_key()
    each = (
        (_("%(division)s top %(size)s") if one.size else _("%(division)s none"))
        % {"division": one.division.names.in_language(language), "size": one.size}
        for one in cuts
    )
    return _(", ").join(each)
