"""The result slip of one match: reading it, changing it with a revision, telling a stale editor what changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from django.utils import timezone

from accounts.actor import Actor
from accounts.compiled import Compiled
from accounts.refusals import Conflict, Refusal
from tournaments import permissions
from tournaments.models import Game, Match, MatchRevision, Round, Snapshot, Tournament
from tournaments.permissions import Action
from tournaments.play.match_state import Closing
from tournaments.play.records import GameRecord
from tournaments.queries.match_records import record_of, state_by
from tournaments.queries.matches import carry_games, carry_tournament, lock_match
from tournaments.queries.rounds import refusal_facts
from tournaments.services.calls import end_call_about_reports
from tournaments.services.compiled_writes import CompiledInsert, CompiledUpdate
from tournaments.services.locking import lock_tournament_of_match
from tournaments.services.snapshots.asking import ask_snapshot


@dataclass(frozen=True)
class GameLine:
    """One game as the slip has it; the fields are those of `Game`."""

    number: int
    chooser_seat: int | None = None
    method: str = ""
    choice: str = ""
    first_seat: int | None = None
    winner_seat: int | None = None
    is_draw: bool = False
    ending: str = ""
    conceded: bool = False
    stopped_by_time: bool = False
    details_known: bool = True
    order_known: bool = True
    is_penalty: bool = False
    override_reason: str = ""
    overridden_by_id: int | None = None

    @property
    def record(self) -> GameRecord:
        """The line as the play core reads it."""
        return record_of(cast("Game", self))  # It has a game's fields.


def line_of(record: GameRecord) -> GameLine:
    """A game record as a line of the slip."""
    return GameLine(
        number=record.number,
        chooser_seat=record.chooser,
        choice=record.choice.value if record.choice is not None else "",
        first_seat=record.first,
        winner_seat=record.winner,
        is_draw=record.drawn,
        ending=record.ending or "",
        conceded=record.conceded,
        details_known=record.known,
    )


def without_details(record: GameRecord) -> GameRecord:
    """The same game with nothing known but its result."""
    return GameRecord(record.number, winner=record.winner, drawn=record.drawn, known=False)


FACTS_OF_A_GAME = [name for name in GameLine.__dataclass_fields__ if name != "number"]


@dataclass(frozen=True)
class Slip:
    """Everything a match's result consists of."""

    outcome: str
    winner_seat: int | None
    stopped_by_time: bool
    is_complete: bool
    reason: str
    games: tuple[GameLine, ...]

    @property
    def records(self) -> tuple[GameRecord, ...]:
        """The games as the play core reads them."""
        return tuple(line.record for line in self.games)

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been recorded yet."""
        return not self.games and not self.is_complete


EMPTY_SLIP = Slip(Match.Outcome.PLAYED.value, None, False, False, "", ())


def open_match(*, actor: Actor, match_id: int, expected_version: int, action: Action) -> tuple[Tournament, Match]:
    """The match locked for a change (its tournament's row first), with its round, players and games.

    What `find_match` gives: the service's answer is printed from it without asking the database again.

    Raises Refusal `no_such_match`, NotAllowed, Conflict `not_running` for a cancelled event, and Conflict
    `match_changed` when the match is no longer at the version the editor saw.
    """
    tournament = lock_tournament_of_match(match_id)
    permissions.require(actor, action, tournament)
    match = lock_match(match_id)
    if match is None:
        raise Refusal("no_such_match")
    carry_tournament(match, tournament)
    if tournament.phase == Tournament.Phase.CANCELLED:
        raise Conflict("not_running", phase=tournament.phase)
    if match.version != expected_version:
        raise _changed(match, expected_version)
    return tournament, match


def read_slip(match: Match) -> Slip:
    """The slip as stored; reads `match.games`, which `open_match` and `write_slip` keep at the match."""
    return Slip(
        outcome=match.outcome,
        winner_seat=match.winner_seat,
        stopped_by_time=match.stopped_by_time,
        is_complete=match.is_complete,
        reason=match.reason,
        games=tuple(_line(game) for game in sorted(match.games.all(), key=lambda game: game.number)),
    )


def _line(game: Game) -> GameLine:
    return GameLine(**{name: getattr(game, name) for name in GameLine.__dataclass_fields__})


def settle(slip: Slip, *, match: Match) -> Slip:
    """The slip completed as far as its games decide: whether the match is over and whether time ended it."""
    closing = Closing.TIME if slip.stopped_by_time else Closing.NONE
    state = state_by(slip.records, closing=closing, round=match.round, best_of=match.best_of)
    return replace(slip, is_complete=state.decided, stopped_by_time=state.decided and state.closing is Closing.TIME)


def write_slip(*, actor: Actor, match: Match, slip: Slip, why: str = "") -> Match:
    """Store the slip, increase the match's version and keep a revision of before and after.

    What the players reported is settled, or out of date, by that: a judge called because they differ is called off.
    Raises Refusal `nothing_changed` when the slip says what is already stored.
    """
    before = read_slip(match)
    if before == slip:
        raise Refusal("nothing_changed")
    snapshot = slip_facts(match, before)
    match.outcome, match.winner_seat, match.reason = slip.outcome, slip.winner_seat, slip.reason
    match.stopped_by_time = slip.stopped_by_time
    if slip.is_complete != match.is_complete:
        match.completed_at = timezone.now() if slip.is_complete else None
    match.is_complete = slip.is_complete
    _write_games(match, before.games, slip.games)
    was_disputed = match.report_state == Match.ReportState.DISPUTED
    match.report_state = Match.ReportState.NONE
    keep_revision(actor=actor, match=match, before=snapshot, after=slip_facts(match, slip), why=why)
    if was_disputed:
        end_call_about_reports(actor, match)
    if slip.is_complete and not before.is_complete and not match.round.tournament.is_demo:
        _snapshot_when_all_are_in(match)
    return match


_OPEN = Compiled(
    lambda round: Match.objects.filter(round=round, is_complete=False).order_by().values_list("pk")[:1], parameters=1
)


def _snapshot_when_all_are_in(match: Match) -> None:
    """The last result of a round is a step after which a snapshot is taken."""
    if _OPEN.first(match.round_id) is None:
        ask_snapshot(match.round.tournament, Snapshot.Step.RESULTS)


_CHANGED = CompiledUpdate(Match)
_REVISIONS = CompiledInsert(MatchRevision)
_WRITTEN = CompiledInsert(Game, unique=["match", "number"], replaced=FACTS_OF_A_GAME)


def keep_revision(
    *, actor: Actor, match: Match, before: Mapping[str, Any], after: Mapping[str, Any], why: str = ""
) -> None:
    """Save the match under its next version together with what changed, who did it and why."""
    match.version += 1
    _CHANGED.save(match)
    _REVISIONS.create(
        match=match,
        version=match.version,
        before=before,
        after=after,
        reason=why,
        changed_by_user=actor.user,
        changed_by=actor.label[:150],
    )


def _write_games(match: Match, before: Iterable[GameLine], after: Iterable[GameLine]) -> None:
    old = {line.number: line for line in before}
    new = {line.number: line for line in after}
    gone = old.keys() - new.keys()
    if gone:
        Game.objects.filter(match=match, number__in=gone).delete()
    kept = [game for game in match.games.all() if old.get(game.number) == new.get(game.number)]
    written = [Game(match=match, **vars(line)) for number, line in new.items() if line != old.get(number)]
    _WRITTEN.insert(written)
    carry_games(match, [*kept, *written])


def slip_facts(match: Match, slip: Slip) -> dict[str, Any]:
    """The slip as a revision keeps it, with the two players by registration."""
    return {**vars(slip), "games": [dict(vars(line)) for line in slip.games], "players": _players(match)}


def kept_slip(facts: Mapping[str, Any]) -> Slip:
    """The slip that a revision kept, as `slip_facts` gave it."""
    own = {name: facts[name] for name in Slip.__dataclass_fields__ if name != "games"}
    return Slip(**own, games=tuple(GameLine(**game) for game in facts["games"]))


def _players(match: Match) -> list[int]:
    return [match.player1_id, match.player2_id]


def _changed(match: Match, expected_version: int) -> Conflict:
    """What the editor of a stale slip is shown: every difference since the version they saw, the last author and the
    new version."""
    newer = list(match.revisions.filter(version__gt=expected_version).order_by("version"))
    last = newer[-1] if newer else None
    seen = newer[0].before if newer else {}
    now = slip_facts(match, read_slip(match))
    return Conflict(
        "match_changed",
        version=match.version,
        expected_version=expected_version,
        changes=slip_changes(seen, now) if seen else [],
        by=last.changed_by if last else "",
        at=last.changed_at if last else match.updated_at,
        table=match.table,
    )


def slip_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The differences of two kept slips: `{"field", "before", "after"}` for the match, `{"game", …}` for a game."""
    changes = [
        {"field": name, "before": before.get(name), "after": after.get(name)}
        for name in sorted(set(before) | set(after))
        if name != "games" and before.get(name) != after.get(name)
    ]
    old = {game["number"]: game for game in before.get("games", [])}
    new = {game["number"]: game for game in after.get("games", [])}
    return changes + [
        {"game": number, "before": old.get(number), "after": new.get(number)}
        for number in sorted(set(old) | set(new))
        if old.get(number) != new.get(number)
    ]


def require_running(match: Match) -> None:
    """Results are entered while the round runs. Raises Conflict `round_not_published` or `round_completed`."""
    if match.round.status == Round.Status.DRAFT:
        raise Conflict("round_not_published", **refusal_facts(match.round))
    if match.round.status == Round.Status.COMPLETED:
        raise Conflict("round_completed", **refusal_facts(match.round))
