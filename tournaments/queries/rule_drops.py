"""Whom the event's settings drop after a round, and whose drop a corrected result speaks for or against."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from tournaments.models import (
    AssignedRound,
    LogEntry,
    Match,
    MatchRevision,
    PodRevision,
    PodSeat,
    Registration,
    Round,
    Tournament,
)
from tournaments.queries.assigned import assigned_in
from tournaments.queries.history import read_swiss
from tournaments.scoring.history import ResultKind
from tournaments.scoring.tallies import Outcome, rows_by_entrant

Status = Registration.Status
DropRule = Registration.DropRule
PLAYING = (Tournament.Phase.SWISS, Tournament.Phase.TOP_CUT)
DECIDED = (
    "entry_dropped", "entry_undropped", "entry_dropped_by_rule", "entry_reinstated", "drop_left",
)  # fmt: skip
"""Lines of the log by which somebody has decided whether a player plays on."""


@dataclass(frozen=True)
class DropReview:
    """A player whom the settings would drop by the results as they are now (`drop`), or would not have dropped."""

    entry: Registration
    drop: bool
    rule: DropRule
    round: int


def due_by_rule(tournament: Tournament, round: Round) -> dict[int, DropRule]:
    """Whom the event's settings drop after this Swiss round by the results as they are now, and why; by entry.

    Who lost by not coming is due whatever is still to be played. Who has lost `drop_after_losses` rounds, this one
    among them, is due as long as a Swiss round is still to come: after the last one it would only take a place in the
    top cut away.
    """
    if round.stage != Round.Stage.SWISS:
        return {}
    return _due_after(tournament, [round])[round.number]


def drops_to_review(tournament: Tournament) -> list[DropReview]:
    """Players of corrected matches and pods whose drop is to be made or undone, where nobody has decided that since.

    After the last Swiss round no drop for losses is asked for, which would only take a place in the top cut away; once
    the top cut has started none is to be undone either. Empty without a query where the settings drop nobody.
    """
    if tournament.phase not in PLAYING or not (tournament.drop_no_shows or tournament.drop_after_losses):
        return []
    corrected = _corrected(tournament)
    if not corrected:
        return []
    decided = _decided(tournament, corrected)
    open_ = {key: since for key, found in corrected.items() if (since := _first_after(found, decided.get(key)))}
    entries = tournament.registrations.filter(pk__in=open_).select_related("player").order_by("pk")
    swiss = tournament.rounds.filter(stage=Round.Stage.SWISS, status=Round.Status.COMPLETED).order_by("number")
    due = _due_after(tournament, list(swiss.defer("pairing")))
    reviews = (_review(tournament, entry, open_[entry.pk], due) for entry in entries)
    return [review for review in reviews if review is not None]


def _first_after(corrected: Sequence[tuple[int, datetime]], decided: datetime | None) -> int | None:
    """The first round of which a match was corrected after somebody decided."""
    return min((number for number, at in corrected if decided is None or at > decided), default=None)


def _review(
    tournament: Tournament, entry: Registration, corrected: int, due: Mapping[int, Mapping[int, DropRule]]
) -> DropReview | None:
    """What the settings say about an entry of which matches from round `corrected` on were corrected, if it is not so
    yet."""
    if entry.status == Status.DROPPED and entry.drop_rule:
        left = entry.status_round or 0
        is_late = entry.drop_rule == DropRule.LOSSES and tournament.phase != Tournament.Phase.SWISS
        stays = is_late or entry.pk in due.get(left, {})
        return None if stays else DropReview(entry, False, DropRule(entry.drop_rule), left)
    is_over = tournament.phase != Tournament.Phase.SWISS or max(due, default=0) >= (tournament.planned_rounds or 0)
    since = [
        (number, rules[entry.pk])
        for number, rules in due.items()
        if number >= corrected and entry.pk in rules and not (is_over and rules[entry.pk] == DropRule.LOSSES)
    ]
    if entry.status != Status.ACTIVE or not since:
        return None
    number, rule = since[-1]
    return DropReview(entry, True, rule, number)


def _corrected(tournament: Tournament) -> dict[int, list[tuple[int, datetime]]]:
    """Who played matches, or sat in pods, whose result was changed after their Swiss round had ended: the rounds and
    when, by entry."""
    found: dict[int, list[tuple[int, datetime]]] = {}
    if tournament.is_in_pods:
        pods = PodRevision.objects.filter(
            pod__round__tournament=tournament,
            pod__round__stage=Round.Stage.SWISS,
            pod__round__status=Round.Status.COMPLETED,
            changed_at__gt=F("pod__round__completed_at"),
        )
        for key, number, at in pods.values_list("pod__seats__registration", "pod__round__number", "changed_at"):
            found.setdefault(key, []).append((number, at))
        return found
    changes = MatchRevision.objects.filter(
        match__round__tournament=tournament,
        match__round__stage=Round.Stage.SWISS,
        match__round__status=Round.Status.COMPLETED,
        changed_at__gt=F("match__round__completed_at"),
    )
    columns = ("match__player1", "match__player2", "match__round__number", "changed_at")
    for one, two, number, at in changes.values_list(*columns):
        for key in (one, two):
            found.setdefault(key, []).append((number, at))
    return found


def _decided(tournament: Tournament, keys: Collection[int]) -> dict[int, datetime]:
    """When somebody last decided whether each of these entries plays on."""
    lines = LogEntry.objects.filter(tournament=tournament, verb__in=DECIDED, facts__entry__in=list(keys))
    return dict(lines.order_by("at").values_list("facts__entry", "at"))


def _due_after(tournament: Tournament, rounds: Sequence[Round]) -> dict[int, dict[int, DropRule]]:
    """Whom the settings drop after each of these Swiss rounds, by its number; read once for all of them."""
    beaten, absent = _beaten(tournament, rounds), _absent(tournament, rounds)
    return {
        round.number: dict.fromkeys(beaten.get(round.number, ()), DropRule.LOSSES)
        | dict.fromkeys(absent.get(round.number, ()), DropRule.NO_SHOW)
        for round in rounds
    }


def _absent(tournament: Tournament, rounds: Sequence[Round]) -> dict[int, list[int]]:
    """Who lost each round by not coming."""
    found: dict[int, list[int]] = {}
    if tournament.drop_no_shows and tournament.is_in_pods:
        away = PodSeat.objects.filter(round__in=rounds, pod__is_complete=True, manner=PodSeat.Manner.NO_SHOW)
        for number, key in away.values_list("round__number", "registration"):
            found.setdefault(number, []).append(key)
    elif tournament.drop_no_shows:
        missed = Match.objects.filter(round__in=rounds)
        missed = missed.filter(outcome__in=(Match.Outcome.NO_SHOW, Match.Outcome.DOUBLE_NO_SHOW))
        for number, one, two, winner in missed.values_list("round__number", "player1", "player2", "winner_seat"):
            found.setdefault(number, []).extend(key for seat, key in ((1, one), (2, two)) if seat != winner)
    return found


def _beaten(tournament: Tournament, rounds: Sequence[Round]) -> dict[int, list[int]]:
    """Who lost each round, and had lost as many by then as the event allows.

    A round that was missed counts among them, but drops nobody itself, unless staff assigned the loss: who comes late,
    or back, is to play first.
    """
    limit = tournament.drop_after_losses
    numbers = {round.number for round in rounds if round.number < (tournament.planned_rounds or 0)}
    if limit is None or not numbers:
        return {}
    record = read_swiss(tournament, after_round=max(numbers))
    assigned = assigned_in(tournament)
    found: dict[int, list[int]] = {}
    for key, rows in rows_by_entrant(record.history, record.preset).items():
        first = record.registrations[key].first_round
        lost = [row for row in rows if row.outcome is Outcome.LOSS]
        for row in lost[limit - 1 :]:
            is_own = row.kind is not ResultKind.MISSED or (key, row.round, AssignedRound.Kind.LOSS) in assigned
            if row.round in numbers and row.round >= first and is_own:
                found.setdefault(row.round, []).append(key)
    return found
