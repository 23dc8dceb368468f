"""The result slip of one match: reading it, changing it with a revision, telling a stale editor what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils import timezone

from accounts.actor import Actor
from accounts.compiled import Compiled, together
from accounts.refusals import Conflict, Refusal
from tournaments import permissions
from tournaments.models import Game, Match, MatchRevision, Round, Snapshot, Tournament
from tournaments.permissions import Action
from tournaments.play.match_state import Closing
from tournaments.queries.boards import is_declared
from tournaments.queries.match_records import state_by
from tournaments.queries.matches import carry_games, carry_tournament, lock_match
from tournaments.queries.rounds import refusal_facts
from tournaments.services.board_slips import refuse_declared, show_board_reports, slip_by_boards
from tournaments.services.calls import end_call_about_reports
from tournaments.services.compiled_writes import CompiledInsert, CompiledUpdate
from tournaments.services.locking import lock_tournament_of_match
from tournaments.services.slip_contents import (
    FACTS_OF_A_GAME,
    GameLine,
    Slip,
    read_slip,
    slip_changes,
    slip_facts,
)
from tournaments.services.snapshots.asking import ask_snapshot
from tournaments.services.versions import tell_players


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
    if action is Action.RECORD_RESULTS:
        refuse_declared(match)
    return tournament, match


def settle(slip: Slip, *, match: Match) -> Slip:
    """The slip completed as far as its games decide: whether the match is over and whether time ended it."""
    closing = Closing.TIME if slip.stopped_by_time else Closing.NONE
    state = state_by(slip.records, closing=closing, round=match.round, best_of=match.best_of)
    return replace(slip, is_complete=state.decided, stopped_by_time=state.decided and state.closing is Closing.TIME)


def write_slip(
    *, actor: Actor, match: Match, slip: Slip, why: str = "", beside: Callable[[], object] = lambda: None
) -> Match:
    """Store the slip, increase the match's version and keep a revision of before and after.

    `beside` writes, by prepared statements, further rows that are sent before those.
    What the players reported is settled, or out of date, by that: a judge called because they differ is called off.
    Raises Refusal `nothing_changed` when the slip says what is already stored.
    """
    before = read_slip(match)
    if before == slip:
        raise Refusal("nothing_changed")
    declared = match.team_match is not None and is_declared(match.team_match)
    snapshot = slip_facts(match, before)
    match.outcome, match.winner_seat, match.reason = slip.outcome, slip.winner_seat, slip.reason
    match.stopped_by_time = slip.stopped_by_time
    if slip.is_complete != match.is_complete:
        match.completed_at = timezone.now() if slip.is_complete else None
    match.is_complete = slip.is_complete
    games = _changed_games(match, before.games, slip.games)
    was_disputed = match.report_state == Match.ReportState.DISPUTED
    match.report_state = Match.ReportState.NONE
    keep_revision(
        actor=actor, match=match, before=snapshot, after=slip_facts(match, slip), why=why, games=games, beside=beside
    )
    if was_disputed:
        end_call_about_reports(actor, match)
    tell_players(match.round.tournament.code, match)
    if match.is_board:
        _follow_board(actor, match, why, declared=declared)
    elif slip.is_complete and not before.is_complete and not match.round.tournament.is_demo:
        _snapshot_when_all_are_in(match)
    return match


def _follow_board(actor: Actor, board: Match, why: str, *, declared: bool) -> None:
    """Let the match of the teams stand as its boards do; a revision of its own says what that was before.

    What was `declared` as a whole stays so, and only its games follow. Raises Refusal `boards_level` where a correction
    after a round of the top cut would leave nobody ahead.
    """
    match = lock_match(board.team_match_id or 0)
    assert match is not None
    carry_tournament(match, board.round.tournament)
    slip, now = slip_by_boards(match), read_slip(match)
    if declared:
        slip = replace(now, games=slip.games)
    if match.round.status == Round.Status.COMPLETED and not slip.is_complete:
        raise Refusal("boards_level", table=match.table)
    if slip != now:
        write_slip(actor=actor, match=match, slip=slip, why=why)
    show_board_reports(match)
    board.team_match = match


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
    *,
    actor: Actor,
    match: Match,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    why: str = "",
    games: Sequence[Game] = (),
    beside: Callable[[], object] = lambda: None,
) -> None:
    """Save the match under its next version together with what changed, who did it and why, with these `games`, and
    with what `beside` writes.

    What `beside` writes goes first. The event's version counts each of the others: from the first of them until the
    commit others who change a match wait.
    """
    match.version += 1
    revision = MatchRevision(
        match=match,
        version=match.version,
        before=before,
        after=after,
        reason=why,
        changed_by_user=actor.user,
        changed_by=actor.label[:150],
    )
    with together():
        beside()
        _REVISIONS.insert([revision])
        _WRITTEN.insert(games)
        _CHANGED.save(match)


def _changed_games(match: Match, before: Iterable[GameLine], after: Iterable[GameLine]) -> list[Game]:
    """The games that are still to be written; those that are gone are deleted, and the match carries all that count."""
    old = {line.number: line for line in before}
    new = {line.number: line for line in after}
    gone = old.keys() - new.keys()
    if gone:
        Game.objects.filter(match=match, number__in=gone).delete()
    kept = [game for game in match.games.all() if old.get(game.number) == new.get(game.number)]
    written = [Game(match=match, **vars(line)) for number, line in new.items() if line != old.get(number)]
    carry_games(match, [*kept, *written])
    return written


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


def require_running(match: Match) -> None:
    """Results are entered while the round runs. Raises Conflict `round_not_published` or `round_completed`."""
    if match.round.status == Round.Status.DRAFT:
        raise Conflict("round_not_published", **refusal_facts(match.round))
    if match.round.status == Round.Status.COMPLETED:
        raise Conflict("round_completed", **refusal_facts(match.round))
