"""What is said of the games of a match, for templates: `{% load games %}`.

`{% ruling view %}` · `{% own_ruling ruling entry chooser %}` · `{% said_game own number game %}`
"""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.template.context import Context

from cardpool.queries import pack_of
from tournaments.decisions import format_score, say_decision
from tournaments.models import JudgeCall, Match, Registration, Tournament
from tournaments.play.first_player import ChooserRuling
from tournaments.play.records import GameRecord, Seat
from tournaments.play.reported_games import SaidGame
from tournaments.queries.matches import MatchView
from tournaments.queries.reports import OwnReport, as_said_by
from tournaments.templatetags.event import shown_name
from tournaments.wording import calls, reports, rulings

register = template.Library()


@register.filter
def asked_in(call: JudgeCall, tournament: Tournament) -> str:
    """What a judge is called for."""
    return calls.say_asked(call, pack_of(tournament.ruleset))


@register.simple_tag(takes_context=True)
def ruling(context: Context, view: MatchView) -> str:
    """Who chooses in the next game and why, as a sentence without its clause."""
    if view.ruling is None:
        return ""
    chooser = shown_name(context, view.chooser) if view.chooser is not None else ""
    return rulings.say_ruling(view.ruling, chooser=chooser, pack=pack_of(view.tournament.ruleset))


@register.simple_tag(takes_context=True)
def own_ruling(context: Context, ruling: ChooserRuling, entry: Registration, chooser: Registration | None) -> str:
    """Who chooses in the next game and why, said to the player of an entry, without the clause."""
    pack = pack_of(entry.tournament.ruleset)
    if chooser is not None and chooser.pk == entry.pk:
        return rulings.say_own_ruling(ruling, pack=pack)
    return rulings.say_ruling(ruling, chooser=shown_name(context, chooser) if chooser is not None else "", pack=pack)


@register.simple_tag
def said_result(game: SaidGame) -> str:
    """How a game ended for the player who reads it."""
    return reports.say_result(game)


@register.simple_tag(takes_context=True)
def said_game(context: Context, own: OwnReport, number: int, game: SaidGame) -> str:
    """A game as one of the two players reported it, said to the player of `own`, with what was noted."""
    other = shown_name(context, own.opponent)
    return reports.say_game(number, game, other=other, pack=pack_of(own.entry.tournament.ruleset))


@register.simple_tag
def reported_games(match: Match, games: Sequence[GameRecord]) -> str:
    """The games of a report, for staff: who won each and what was noted."""
    names = {Seat.ONE: match.player1.entered_name, Seat.TWO: match.player2.entered_name}
    return reports.say_reported_games(games, names=names, pack=pack_of(match.round.tournament.ruleset))


@register.simple_tag
def ways_to_end(tournament: Tournament) -> dict[str, str]:
    """How a game of the tournament's card game can end, by the pack's key."""
    return rulings.ending_names(pack_of(tournament.ruleset))


@register.simple_tag
def game_ending(view: MatchView, key: str) -> str:
    """How a game ended, in the words of its game pack."""
    return rulings.ending_names(pack_of(view.tournament.ruleset)).get(key, "")


@register.simple_tag
def simultaneous(view: MatchView) -> str:
    """What it means in this card game that both players reach the end at once."""
    return rulings.say_simultaneous(view.rules, pack=pack_of(view.tournament.ruleset))


@register.filter
def own_score(view: MatchView, entry: Registration) -> str:
    """The score of a match as its player reads it, their own games first."""
    return format_score(as_said_by(entry, view.match, view.score))


@register.filter
def own_decision(view: MatchView, entry: Registration) -> str:
    """How a match was decided that its games did not decide, with its player's own games first."""
    state = view.state
    wins1, wins2, draws = as_said_by(entry, view.match, (state.wins1, state.wins2, state.draws))
    return say_decision(view.match, wins1=wins1, wins2=wins2, draws=draws)
