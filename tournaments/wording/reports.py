"""Results that players report themselves, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cardpool.packs import GamePack
from tournaments.decisions import format_score
from tournaments.models import Match
from tournaments.play.records import GameRecord, Seat
from tournaments.play.reported_games import Result, SaidGame, Side
from tournaments.wording.rulings import ending_names, pack_words


def _at(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with a dash for a table without a number."""
    return {**facts, "table": facts.get("table") or "–"}


def _agreed(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {**_at(facts), "score": format_score((facts["wins1"], facts["wins2"], facts["draws"]))}


RESULTS = {Result.WON: gettext_lazy("won"), Result.LOST: gettext_lazy("lost"), Result.DRAWN: gettext_lazy("drawn")}


def _result(facts: Mapping[str, Any]) -> dict[str, Any]:
    """With how each of the two tells the game, the other player from the own side."""
    said, other = (RESULTS[Result(facts[name])] for name in ("result", "other"))
    return {**_at(facts), "result": said, "other": other}


def _beside_result(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {**_at(facts), "result": say_entered(facts["result"])}


def say_entered(result: str) -> str:
    """The result that a report is beside, as `entered_result` gives it: a score, or a declared outcome in words."""
    return str(Match.Outcome(result).label) if result in Match.Outcome.values else result


def _say_agreed(facts: Mapping[str, Any]) -> str:
    said = _("%(name)s reported the same as the other player at table %(table)s: %(score)s counts") % _agreed(facts)
    if not facts.get("left_open"):
        return said
    games = _(", ").join(map(str, facts["left_open"]))
    return _("%(said)s; left open is what they noted differently of game %(games)s") % {"said": said, "games": games}


def say_result(game: SaidGame) -> str:
    """How a game ended for the player who reads it."""
    return {Result.WON: _("you won"), Result.LOST: _("you lost"), Result.DRAWN: _("a draw")}[game.result]


def say_game(number: int, game: SaidGame, *, other: str, pack: GamePack) -> str:
    """A game as one of its players reported it, said to a player; `other` is the other one's name."""
    side = {Side.ME: _("you"), Side.OTHER: other}
    words = _facts(number, pack) | {"result": say_result(game)}
    noted = [
        _("%(who)s chose") % {"who": side[game.chose]} if game.chose else "",
        _("%(who)s went first") % {"who": side[game.first]} if game.first else "",
        ending_names(pack).get(game.ending, game.ending),
        _("conceded") if game.conceded else "",
    ]
    return _(" · ").join([_("%(game)s %(number)s: %(result)s") % words, *filter(None, noted)])


def say_reported_games(games: Sequence[GameRecord], *, names: Mapping[Seat, str], pack: GamePack) -> str:
    """The games of a player's report for staff: who won each and what was noted, in one line."""
    lines = []
    for game in games:
        result = _("%(name)s won") % {"name": names[game.winner]} if game.winner is not None else _("a draw")
        noted = [
            _("%(who)s chose") % {"who": names[game.chooser]} if game.chooser is not None else "",
            _("%(who)s went first") % {"who": names[game.first]} if game.first is not None else "",
            ending_names(pack).get(game.ending or "", ""),
            _("conceded") if game.conceded else "",
        ]
        said = _("%(game)s %(number)s: %(result)s") % (_facts(game.number, pack) | {"result": result})
        lines.append(_(", ").join([said, *filter(None, noted)]))
    return _("; ").join(lines)


def _facts(number: int, pack: GamePack) -> dict[str, Any]:
    return {"game": pack_words(pack)["Game"], "number": number}


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "not_your_match": lambda facts: _("Only the two players of a match report its result."),
    "not_your_entry": lambda facts: _("This entry is not yours, or it does not sit at this table."),
    "reports_off": lambda facts: _("In this event staff enter the results. Bring your result slip to the desk."),
    "too_many_reports": lambda facts: _("This result was reported very often. Please call a judge."),
    "no_such_score": lambda facts: _("Choose one of the scores."),
    "no_such_report": lambda facts: _("This report counts no more: the match was changed since. Look at it again."),
    "game_not_next": lambda facts: (
        _("Report the games one after the other; the next one is number %(expected)s.") % facts
    ),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "score_reported": lambda facts: _("%(name)s reported %(score)s at table %(table)s") % _at(facts),
    "score_late": lambda facts: (
        _("An earlier report of %(name)s at table %(table)s came late (%(score)s); the later one counts") % _at(facts)
    ),
    "game_late": lambda facts: (
        _("An earlier report of %(name)s about game %(number)s at table %(table)s came late; the later one counts")
        % _at(facts)
    ),
    "score_agreed": _say_agreed,
    "game_reported": lambda facts: (
        _("%(name)s reported game %(number)s at table %(table)s: %(score)s so far") % _at(facts)
    ),
    "games_differ": lambda facts: (
        _("%(name)s reported game %(number)s at table %(table)s as %(result)s; by the other player it is %(other)s")
        % _result(facts)
    ),
    "report_entered": lambda facts: _("entered what %(name)s reported at table %(table)s: %(score)s") % _agreed(facts),
    "report_against_result": lambda facts: (
        _("%(name)s reported %(score)s at table %(table)s, where %(result)s is entered; a judge is called")
        % _beside_result(facts)
    ),
    "report_after_round": lambda facts: (
        _("%(name)s reported %(score)s at table %(table)s after the round was over; %(result)s is entered and stands")
        % _beside_result(facts)
    ),
    "report_after_whole": lambda facts: (
        _("%(name)s reported %(score)s at table %(table)s, where the match of the teams was decided as a whole")
        % _at(facts)
    ),
    "scores_differ": lambda facts: (
        _("%(name)s reported %(score)s at table %(table)s, the other player %(other)s") % _at(facts)
    ),
}
