"""Whom the event's settings drop after a round, and whose drop a corrected result speaks for or against."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from tournaments.models import LogEntry, Match, MatchRevision, Registration, Round, Tournament
from tournaments.queries.history import read_swiss
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
    return dict.fromkeys(_beaten(tournament, round), DropRule.LOSSES) | dict.fromkeys(
        _absent(tournament, round), DropRule.NO_SHOW
    )


def drops_to_review(tournament: Tournament) -> list[DropReview]:
    """Players of corrected matches whose drop is to be made or undone, where nobody has decided that since.

    Empty without a query where the settings drop nobody.
    """
    if tournament.phase not in PLAYING or not (tournament.drop_no_shows or tournament.drop_after_losses):
        return []
    corrected = _corrected(tournament)
    if not corrected:
        return []
    decided = _decided(tournament, corrected)
    open_ = {key: found for key, found in corrected.items() if key not in decided or decided[key] < found[1]}
    entries = tournament.registrations.filter(pk__in=open_).select_related("player").order_by("pk")
    swiss = tournament.rounds.filter(stage=Round.Stage.SWISS, status=Round.Status.COMPLETED).order_by("number")
    due = {round.number: due_by_rule(tournament, round) for round in swiss}
    reviews = (_review(entry, open_[entry.pk][0], due) for entry in entries)
    return [review for review in reviews if review is not None]


def _review(entry: Registration, corrected: int, due: Mapping[int, Mapping[int, DropRule]]) -> DropReview | None:
    """What the settings say about an entry of which a match in round `corrected` was corrected, if it is not so yet."""
    if entry.status == Status.DROPPED and entry.drop_rule:
        left = entry.status_round or 0
        stays = entry.pk in due.get(left, {})
        return None if stays else DropReview(entry, False, DropRule(entry.drop_rule), left)
    since = [number for number in due if number >= corrected and entry.pk in due[number]]
    if entry.status != Status.ACTIVE or not since:
        return None
    return DropReview(entry, True, due[since[-1]][entry.pk], since[-1])


def _corrected(tournament: Tournament) -> dict[int, tuple[int, datetime]]:
    """Who played a match whose result was changed after its Swiss round had ended: that round and when, by entry."""
    changes = MatchRevision.objects.filter(
        match__round__tournament=tournament,
        match__round__stage=Round.Stage.SWISS,
        match__round__status=Round.Status.COMPLETED,
        changed_at__gt=F("match__round__completed_at"),
    ).order_by("changed_at")
    found = changes.values_list("match__player1", "match__player2", "match__round__number", "changed_at")
    return {key: (number, at) for one, two, number, at in found for key in (one, two)}


def _decided(tournament: Tournament, keys: Collection[int]) -> dict[int, datetime]:
    """When somebody last decided whether each of these entries plays on."""
    lines = LogEntry.objects.filter(tournament=tournament, verb__in=DECIDED, facts__entry__in=list(keys))
    return dict(lines.order_by("at").values_list("facts__entry", "at"))


def _absent(tournament: Tournament, round: Round) -> list[int]:
    """Who lost the round by not coming."""
    if not tournament.drop_no_shows:
        return []
    missed = Match.objects.filter(round=round, outcome=Match.Outcome.NO_SHOW, winner_seat__isnull=False)
    seats = missed.values_list("player1", "player2", "winner_seat")
    return [two if winner == 1 else one for one, two, winner in seats]


def _beaten(tournament: Tournament, round: Round) -> list[int]:
    """Who lost the round, and has lost as many as the event allows."""
    limit = tournament.drop_after_losses
    if limit is None or round.number >= (tournament.planned_rounds or 0):
        return []
    record = read_swiss(tournament, after_round=round.number)
    lost = {
        key: [row.round for row in rows if row.outcome is Outcome.LOSS]
        for key, rows in rows_by_entrant(record.history, record.preset).items()
    }
    return [key for key, rounds in lost.items() if len(rounds) >= limit and round.number in rounds]
