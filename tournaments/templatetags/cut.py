"""Tags about the top cut."""

from __future__ import annotations

from django import template

from tournaments.decisions import say_decision
from tournaments.models import Match, Registration, Round, Tournament
from tournaments.queries.bracket import DrawnMatch
from tournaments.queries.cut_rounds import division_in_cut
from tournaments.queries.division_cuts import division_cuts
from tournaments.queries.division_places import newest_apart
from tournaments.queries.divisions import division_names, say_division
from tournaments.round_names import say_cut_lengths, say_cuts

register = template.Library()


@register.simple_tag
def cut_lengths(tournament: Tournament) -> str:
    """How long the matches of the top cut are."""
    return say_cut_lengths(tournament)


@register.filter
def decision_in_bracket(drawn: DrawnMatch) -> str:
    """How a match of a bracket was decided that its games did not decide, as a no-show or a penalty did."""
    if drawn.match is None or not drawn.match.is_complete:
        return ""
    wins1, wins2, draws = drawn.played
    return say_decision(drawn.match, wins1=wins1, wins2=wins2, draws=draws)


@register.simple_tag
def division_name(tournament: Tournament, division: str) -> str:
    """The name of a division by its code; empty for none, as that of a bracket for everybody is."""
    return division_names(tournament).get(division, "") if division else ""


@register.simple_tag
def division_of_place(entry: Registration) -> str:
    """The name of the division that the final place of an entry is one in; empty for a place among all."""
    return say_division(entry) if newest_apart(entry.tournament) else ""


@register.simple_tag
def division_at(tournament: Tournament, round: Round, match: Match) -> str:
    """The name of the division whose top cut a match belongs to; empty elsewhere."""
    if not tournament.cuts_apart or round.stage != Round.Stage.TOP_CUT:
        return ""
    return division_names(tournament).get(division_in_cut(tournament, match.player1.division), "")


@register.simple_tag
def cuts_by_division(tournament: Tournament) -> str:
    """The top cut of each division, in words; empty where everybody plays one."""
    return say_cuts(division_cuts(tournament))
