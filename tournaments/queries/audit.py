"""The lines of an event's log that a filter lets through, and what is stored about them besides."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any

from django.db import connection
from django.db.models import BooleanField, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from tournaments.models import (
    LogEntry,
    Match,
    MatchRevision,
    Registration,
    Round,
    RoundRepair,
    Tournament,
)
from tournaments.queries.moved import byes_on

_MENTIONED = """
EXISTS (
    SELECT FROM jsonb_path_query(tournaments_logentry.facts, '$.**') AS found(value)
    WHERE jsonb_typeof(value) = 'string' AND value #>> '{}' ILIKE %s OR value #>> '{}' = %s
)
"""
"""Whether a text is part of one of the texts in a line's facts, or one of the numbers; what facts are called is not
looked at."""


@dataclass(frozen=True)
class LogFilter:
    """What is looked for; empty parts let everything through. `text` is part of a name or a reason, or a table."""

    verbs: Collection[str] = ()
    who: str = ""
    round: int = 0
    text: str = ""
    before: int = 0

    @property
    def is_open(self) -> bool:
        """Whether it lets everything through."""
        return not (self.verbs or self.who or self.round or self.text)


def lines_through(tournament: Tournament, wanted: LogFilter) -> QuerySet[LogEntry]:
    """The lines, newest first."""
    lines = LogEntry.objects.filter(tournament=tournament)
    if wanted.before:
        lines = lines.filter(pk__lt=wanted.before)
    if wanted.verbs:
        lines = lines.filter(verb__in=wanted.verbs)
    if wanted.who:
        lines = lines.filter(actor=wanted.who)
    if wanted.round:
        lines = lines.filter(Q(facts__round=wanted.round) | Q(facts__in_round=wanted.round))
    if wanted.text:
        part = f"%{connection.ops.prep_for_like_query(wanted.text)}%"
        lines = lines.filter(RawSQL(_MENTIONED, [part, wanted.text], output_field=BooleanField()))
    return lines


def actors_of(tournament: Tournament) -> list[str]:
    """Everybody who did something, as the log names them."""
    named = LogEntry.objects.filter(tournament=tournament).exclude(actor="")
    return sorted(set(named.order_by().values_list("actor", flat=True).distinct()))


def revisions_of(lines: Sequence[LogEntry]) -> dict[tuple[int, int], MatchRevision]:
    """What a match was before and after, by match and version, for the lines that name both. One query."""
    wanted = {(line.facts.get("match"), line.facts.get("version")) for line in lines}
    keys = {match for match, version in wanted if isinstance(match, int) and isinstance(version, int)}
    found = MatchRevision.objects.filter(match__in=keys).select_related("match__player1", "match__player2")
    return {(one.match_id, one.version): one for one in found if (one.match_id, one.version) in wanted}


def repairs_of(lines: Sequence[LogEntry]) -> dict[int, RoundRepair]:
    """The repairs that lines name. One query."""
    keys = {line.facts["repair"] for line in lines if isinstance(line.facts.get("repair"), int)}
    return RoundRepair.objects.in_bulk(keys) if keys else {}


NOT_IN = 0
"""In place of a table: no match in the round."""


def moved_by(repair: RoundRepair) -> list[tuple[int, int | None, int | None]]:
    """Who sits elsewhere since a repair: the entry, its table before and after; None for the bye, `NOT_IN` for whom the
    top cut does not have in that round."""
    before, after = _tables(repair.before), _tables(repair.after)
    both = ((entry, before.get(entry, NOT_IN), after.get(entry, NOT_IN)) for entry in {**before, **after})
    return [(entry, was, now) for entry, was, now in both if was != now]


def cut_moves_of(match: Match) -> list[RoundRepair]:
    """What the last change of a match's result did to published rounds of the top cut, in order."""
    last = match.revisions.order_by("-version").values_list("changed_at", flat=True).first()
    moved = RoundRepair.objects.filter(
        round__tournament=match.round.tournament_id, choice=RoundRepair.Choice.CUT, made_at__gte=last
    )
    return list(moved.select_related("round__tournament").order_by("round__number")) if last is not None else []


def _tables(wall: dict[str, Any]) -> dict[int, int | None]:
    seats = {entry: line["table"] for line in wall["tables"] for entry in line["players"]}
    return seats | dict.fromkeys(byes_on(wall))


PAIRED = "round_paired"
"""The line that a round was paired: drawn, or paired around a decision, whose line follows it."""


def is_changed_by_hand(round: Round) -> bool:
    """Whether a round was edited by hand, repaired, paired more than once, had a table fixed for it or all of them
    renumbered; most stay as they were paired. At most one query."""
    lines = LogEntry.objects.filter(tournament=round.tournament_id, facts__round=round.number)
    paired = Exists(lines.filter(verb=PAIRED).order_by("pk")[1:2])
    repaired = Exists(RoundRepair.objects.filter(round=OuterRef("pk")))
    rounds = Round.objects.filter(
        Exists(lines.filter(verb__in=("seat_fixed", "tables_followed"))) | repaired | paired, pk=round.pk
    )
    return round.edited_by_hand or rounds.exists()


def pairing_lines(round: Round, verbs: Collection[str]) -> list[LogEntry]:
    """The lines of these verbs about a round, and those that it was paired, oldest first."""
    lines = LogEntry.objects.filter(tournament=round.tournament_id, facts__round=round.number)
    return list(lines.filter(verb__in={PAIRED, *verbs}).order_by("pk"))


def changed_by_hand(lines: Sequence[LogEntry], *, standing: Collection[str]) -> list[LogEntry]:
    """Of the lines of a round, those about what somebody changed since all of it was last drawn; those of `standing`,
    the decisions, also from before that.

    A decision that leaves as many tables as possible pairs the round too; what was changed before it is still there.
    """
    changed: list[LogEntry] = []
    for line, following in zip_longest(lines, lines[1:]):
        if line.verb != PAIRED:
            changed.append(line)
        elif following is None or following.verb not in standing or following.facts.get("again", True):
            changed = [one for one in changed if one.verb in standing]
    return changed


def draws_of(round: Round, lines: Sequence[LogEntry], *, decisions: Collection[str]) -> list[datetime]:
    """When all of a round was drawn, each time, in order. A decision pairs a round in pods by a draw, another one
    around what stays; a round of the top cut is not drawn."""
    if round.stage == Round.Stage.TOP_CUT:
        return []
    followed = zip_longest(lines, lines[1:])
    return [
        line.at
        for line, following in followed
        if line.verb == PAIRED and (following is None or following.verb not in decisions or round.tournament.is_in_pods)
    ]


def entries_by_key(tournament: Tournament, keys: Collection[int]) -> dict[int, Registration]:
    """Entries of an event with their players."""
    return {
        one.pk: one
        for one in Registration.everybody.filter(tournament=tournament, pk__in=keys).select_related("player")
    }
