"""Which table to check next and until when, and whose decks are due back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from random import Random

from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.models import DeckCheck, LogEntry, Match, Pod, Round, Tournament
from tournaments.play.check_budget import MIN_CHECKS, is_in_time, usual_minutes
from tournaments.play.round_end import rests_on_tables
from tournaments.play.table_draw import DrawnTable, NoTable, draw_table
from tournaments.queries.checks import FINISHED, round_tables, seated_at
from tournaments.queries.clock import seconds_left
from tournaments.queries.round_end import round_now

Outcome = DeckCheck.Outcome


class Basis(StrEnum):
    """What it rests on that a check does not hold up the round: how long tables of this event took; with too few of
    them the clock alone; nothing, as long as the clock was not started."""

    TABLES = "tables"
    CLOCK = "clock"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Suggestion:
    """The table to check next, if the check begins now.

    `minutes` is how long a check usually takes here, by `checks` finished ones (0: by the default); `is_first` says
    that nobody due there was checked yet.
    """

    seated: Match | Pod
    minutes: int
    checks: int
    is_first: bool
    back_by: datetime
    basis: Basis


@dataclass(frozen=True)
class DueCheck:
    """A check under way at a table of the running round, and when its deck is due back."""

    check: DeckCheck
    back_by: datetime
    is_late: bool


def seed_of_draw(round: Round) -> int:
    """The seed of the next draw of a round: another one after each draw, none that players can work out. One query."""
    draws = LogEntry.objects.filter(tournament=round.tournament_id, verb="check_table_drawn").count()
    return int(salted_hmac("check_table_drawn", f"{round.pk}.{draws}", algorithm="sha256").hexdigest()[:8], 16)


@dataclass(frozen=True)
class LotTable:
    """The table of a draw, its seats as in `DrawnTable`, the seed, what speaks against a check there now, if anything
    does (`against_check`), and what that rests on."""

    drawn: DrawnTable
    is_first: bool
    seed: int
    against: NoTable | None
    basis: Basis


def draw_check(round: Round, seed: int | None = None) -> LotTable | NoTable:
    """The table that the lot gives now, by the next seed of the round unless one is given, or why there is none.

    The suggestion and the draw both ask here. Nothing is written. A fixed number of queries.
    """
    seed = seed_of_draw(round) if seed is None else seed
    tables = round_tables(round)
    drawn = draw_table(tables, Random(seed), seconds_left=seconds_left(round))
    if isinstance(drawn, NoTable):
        return drawn
    least = next(table.least for table in tables if table.match == drawn.match)
    against, basis = _against(round)
    return LotTable(drawn, is_first=least == 0, seed=seed, against=against, basis=basis)


def against_check(round: Round) -> NoTable | None:
    """What speaks against a check that begins now at a table without extra time: `HOLDS_UP` where it would hold up the
    running round in more than one of four cases (`tournaments.play.check_budget`), `OVER_TIME` where only the clock is
    known and the check does not fit into it. Nothing before the clock was started.
    """
    return _against(round)[0]


def _against(round: Round) -> tuple[NoTable | None, Basis]:
    """`against_check`, and what it rests on."""
    now = round_now(round)
    if now is None:
        return None, Basis.NOTHING
    others = list(now.given)
    if 0 in others:
        others.remove(0)
    minutes = usual_minutes([seconds for _ended, seconds in _lengths(round.tournament_id)])
    in_time = is_in_time(elapsed=now.elapsed, length=now.length, others=others, past=now.past, minutes=minutes)
    basis, against = Basis.CLOCK, NoTable.OVER_TIME
    if rests_on_tables(now.past):
        basis, against = Basis.TABLES, NoTable.HOLDS_UP
    return None if in_time else against, basis


def suggest_check(round: Round) -> Suggestion | NoTable:
    """The table that is drawn next, if nothing speaks against a check there (`against_check`), or why there is none.

    Who draws the table gets this one as long as it is drawable. A fixed number of queries.
    """
    lot = draw_check(round)
    if isinstance(lot, NoTable):
        return lot
    if lot.against is not None:
        return lot.against
    past = _lengths(round.tournament_id)
    minutes = usual_minutes([seconds for _ended, seconds in past])
    return Suggestion(
        seated=seated_at(round, lot.drawn.match),
        minutes=minutes,
        checks=len(past) if len(past) >= MIN_CHECKS else 0,
        is_first=lot.is_first,
        back_by=timezone.now() + timedelta(minutes=minutes),
        basis=lot.basis,
    )


def back_by_of(check: DeckCheck) -> datetime:
    """When the deck of a check is due back, by the checks that had ended when it was started. One query."""
    return _back_by(check, _lengths(check.tournament_id))


def due_checks(tournament: Tournament) -> list[DueCheck]:
    """The checks under way at tables of running rounds, in the order they are due. One query without any, else two."""
    checks = list(
        DeckCheck.objects.filter(
            Q(match__round__status=Round.Status.PUBLISHED) | Q(pod__round__status=Round.Status.PUBLISHED),
            tournament=tournament,
            outcome=Outcome.OPEN,
        )
        .select_related("match", "pod", "registration__player")
        .defer("counted")
    )
    if not checks:
        return []
    past, now = _lengths(tournament.pk), timezone.now()
    found = [DueCheck(check, back_by, back_by <= now) for check in checks for back_by in [_back_by(check, past)]]
    return sorted(found, key=lambda due: (due.back_by, due.check.pk))


def count_decks_due(tournament: Tournament) -> int:
    """How many decks had to be back by now."""
    return sum(due.is_late for due in due_checks(tournament))


def _back_by(check: DeckCheck, past: Sequence[tuple[datetime, int]]) -> datetime:
    known = [seconds for ended, seconds in past if ended <= check.started_at]
    return check.started_at + timedelta(minutes=usual_minutes(known))


def _lengths(tournament_id: int) -> list[tuple[datetime, int]]:
    """When each finished check of the event ended, and the seconds it took."""
    rows = DeckCheck.objects.filter(tournament=tournament_id, outcome__in=FINISHED).order_by()
    return [
        (ended, seconds)
        for ended, seconds in rows.values_list("ended_at", "seconds")
        if ended is not None and seconds is not None
    ]
