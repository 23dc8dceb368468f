"""When the running round will end, and how well that was known of the rounds before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Q, Sum
from django.utils import timezone

from accounts.process_cache import ProcessCache
from tournaments.models import LogEntry, Match, Pod, Round
from tournaments.play.round_end import Forecast, PastTable, forecast
from tournaments.queries.clock import seconds_left

NOT_WITHDRAWN = Q(time_extensions__withdrawn_at__isnull=True)


@dataclass(frozen=True)
class RoundEnd:
    """When a round is expected to end: in 8 of 10 cases from `earliest` to `latest`.

    `open_tables` is how many still play, `tables` on how many tables before this rests; 0: on the round's time alone.
    """

    earliest: datetime
    likely: datetime
    latest: datetime
    open_tables: int
    tables: int


@dataclass(frozen=True)
class HalfTime:
    """What was expected at the half of a completed round's time, and when its last table finished.

    `minutes_late`: whole minutes after what was expected, negative if earlier.
    """

    round: Round
    expected: RoundEnd
    ended: datetime

    @property
    def minutes_late(self) -> int:
        return round((self.ended - self.expected.likely).total_seconds() / 60)

    @property
    def minutes_early(self) -> int:
        return -self.minutes_late

    @property
    def is_within(self) -> bool:
        """Whether it ended between the bounds."""
        return self.expected.earliest <= self.ended <= self.expected.latest


def half_time_before(round: Round) -> HalfTime | None:
    """`half_time_of` the round before."""
    before = Round.objects.filter(tournament=round.tournament_id, number=round.number - 1).defer("pairing").first()
    return half_time_of(before) if before is not None else None


@dataclass(frozen=True)
class _Table:
    """A table of a round: when it finished, and the seconds it was given."""

    finished: datetime | None
    given: int
    is_played: bool


@dataclass(frozen=True)
class RoundNow:
    """How a running round stands, in seconds since its clock was started: what `tournaments.play.round_end` asks for.

    `given` has the extra seconds of each open table.
    """

    started: datetime
    elapsed: int
    length: int
    given: list[int]
    past: list[PastTable]


def round_now(round: Round) -> RoundNow | None:
    """How a running round stands; None before its clock was started. Two queries, and one for each round before that is
    not known yet.
    """
    left = seconds_left(round)
    if round.status != Round.Status.PUBLISHED or round.clock_started_at is None or left is None:
        return None
    elapsed = max(0, int((timezone.now() - round.clock_started_at).total_seconds()))
    return RoundNow(
        started=round.clock_started_at,
        elapsed=elapsed,
        length=max(elapsed + left, 1),
        given=[table.given for table in _tables_of([round])[round.pk] if table.finished is None],
        past=_past_of(_rounds_before(round)),
    )


def round_end_of(round: Round) -> RoundEnd | None:
    """When a running round will end; None before its clock was started, or without an open table. Two queries, and one
    for each round before that is not known yet.

    While the clock is paused it is what follows if it runs on now.
    """
    now = round_now(round)
    if now is None or not now.given:
        return None
    found = forecast(elapsed=now.elapsed, length=now.length, given=now.given, past=now.past)
    return _at(found, now.started, len(now.given))


def half_time_of(round: Round) -> HalfTime | None:
    """What was expected at half-time of a completed round, worked out of what was known then.

    The clock counts as it was in the end. None where the clock never ran, or no table was still playing at half-time.
    """
    length = _length_of(round)
    if round.status != Round.Status.COMPLETED or round.clock_started_at is None or length is None:
        return None
    half = round.clock_started_at + timedelta(seconds=length // 2)
    tables = _tables_of([round], given_until=half)[round.pk]
    ended = max((table.finished for table in tables if table.finished is not None), default=None)
    playing = [table for table in tables if table.finished is not None and table.finished > half]
    if ended is None or not playing:
        return None
    found = forecast(
        elapsed=length // 2,
        length=length,
        given=[table.given for table in playing],
        past=_past_of(_rounds_before(round)),
    )
    return HalfTime(round, _at(found, round.clock_started_at, len(playing)), ended)


def _at(found: Forecast, start: datetime, open_tables: int) -> RoundEnd:
    earliest, likely, latest = (
        start + timedelta(seconds=seconds) for seconds in (found.earliest, found.likely, found.latest)
    )
    return RoundEnd(earliest, likely, latest, open_tables=open_tables, tables=found.tables)


def _rounds_before(round: Round) -> list[Round]:
    """The completed rounds of the same stage and match length before a round: later ones may be longer."""
    before = Round.objects.filter(
        tournament=round.tournament_id,
        stage=round.stage,
        best_of=round.best_of,
        status=Round.Status.COMPLETED,
        number__lt=round.number,
    )
    return list(before.defer("pairing").order_by("number"))


_took: ProcessCache[int, tuple[PastTable, ...]] = ProcessCache(max_size=100_000, size_of=len)
"""What the tables of a completed round took, by its key and when it was completed."""


def _past_of(rounds: Sequence[Round]) -> list[PastTable]:
    """How long the played tables of completed rounds took. A result corrected later counts until its round ended."""
    return [table for round in rounds for table in _took.get(round.pk, round.completed_at, partial(_read_took, round))]


def _read_took(round: Round) -> tuple[PastTable, ...]:
    length, start = _length_of(round), round.clock_started_at
    if length is None or start is None:
        return ()
    return tuple(
        PastTable(max(int((table.finished - start).total_seconds()) - table.given, 0), length)
        for table in _tables_of([round])[round.pk]
        if table.finished is not None and table.is_played
    )


def _length_of(round: Round) -> int | None:
    """The seconds from the start of a round's clock to its end, pauses included; of one that was left paused as if it
    had run on. None before its start."""
    if round.clock_started_at is None:
        return None
    end = round.clock_ends_at or _paused_at(round) + timedelta(seconds=round.clock_left or 0)
    return max(int((end - round.clock_started_at).total_seconds()), 1)


def _paused_at(round: Round) -> datetime:
    """When the clock of a round was paused last: the round says only what was left. One query."""
    pauses = LogEntry.objects.filter(tournament=round.tournament_id, verb="clock_paused", facts__round=round.number)
    newest = pauses.filter(at__gte=round.clock_started_at).order_by("-pk").values_list("at", flat=True).first()
    return newest or round.completed_at or timezone.now()


def _tables_of(rounds: Iterable[Round], *, given_until: datetime | None = None) -> dict[int, list[_Table]]:
    """The tables of rounds, by the round's key, with the time they were given, all of it or by a moment. One query, and
    another where they have no matches."""
    by_key = {round.pk: round for round in rounds}
    counted = NOT_WITHDRAWN
    if given_until is not None:
        counted &= Q(time_extensions__given_at__lte=given_until)
    columns = ("round", "is_complete", "completed_at", "given")
    given = {"given": Sum("time_extensions__minutes", filter=counted)}
    matches = Match.objects.filter(round__in=by_key).order_by().annotate(**given)
    rows = list(matches.values_list(*columns, "outcome"))
    if not rows:
        pods = Pod.objects.filter(round__in=by_key).order_by().annotate(**given)
        rows = [(*row, Match.Outcome.PLAYED) for row in pods.values_list(*columns)]
    found: dict[int, list[_Table]] = {key: [] for key in by_key}
    for key, is_complete, completed_at, minutes, outcome in rows:
        finished = completed_at if is_complete else None
        ended = by_key[key].completed_at
        if finished is not None and ended is not None:
            finished = min(finished, ended)
        found[key].append(_Table(finished, 60 * (minutes or 0), outcome == Match.Outcome.PLAYED))
    return found
