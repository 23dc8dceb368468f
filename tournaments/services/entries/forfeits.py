"""The open match of somebody who is disqualified: the opponent wins it, and gets it back open when that is undone."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from accounts.actor import Actor
from tournaments.models import LogEntry, Match, MatchRevision, Registration, Round
from tournaments.queries.matches import carry_tournament, lock_match
from tournaments.services.declared_results import declared_slip, log_result
from tournaments.services.result_inputs import OutcomeInput
from tournaments.services.slip_contents import kept_slip, read_slip
from tournaments.services.slips import write_slip

DISQUALIFIED = "entry_disqualified"
"""The verb of the log line whose facts name the match that was given away."""


def give_open_match(*, actor: Actor, registration: Registration, reason: str) -> dict[str, Any]:
    """Enter the opponent's win where the player's match is still open; games played stay on the slip.

    Returns the facts by which `open_given_match` finds it again: the match and its version, nothing without a match.
    """
    seated = Q(player1=registration) | Q(player2=registration)
    open_here = Match.objects.filter(seated, round__status=Round.Status.PUBLISHED, is_complete=False)
    match = _locked(open_here.order_by("pk").values_list("pk", flat=True).first(), registration)
    if match is None:
        return {}
    winner = 2 if match.player1_id == registration.pk else 1
    declared = OutcomeInput(outcome=Match.Outcome.MATCH_LOSS.value, winner_seat=winner)
    new = declared_slip(read_slip(match), declared, stage=match.round.stage, reason=reason)
    write_slip(actor=actor, match=match, slip=new, why=reason)
    log_result(registration.tournament, actor, "outcome_recorded", match, new)
    return {"given_match": match.pk, "given_version": match.version}


def open_given_match(*, actor: Actor, registration: Registration) -> None:
    """Restore the slip as it was before the disqualification, unless it was changed since or its round is over."""
    lines = LogEntry.objects.filter(tournament=registration.tournament, verb=DISQUALIFIED)
    given = lines.filter(facts__entry=registration.pk).values_list("facts", flat=True).first() or {}
    own = Match.objects.filter(pk=given.get("given_match", 0), round__tournament=registration.tournament_id)
    match = _locked(own.values_list("pk", flat=True).first(), registration)
    if match is None or match.version != given["given_version"] or match.round.status != Round.Status.PUBLISHED:
        return
    slip = kept_slip(MatchRevision.objects.get(match=match, version=match.version).before)
    write_slip(actor=actor, match=match, slip=slip)
    log_result(registration.tournament, actor, "result_reopened", match, slip)


def _locked(match_id: int | None, registration: Registration) -> Match | None:
    match = lock_match(match_id) if match_id is not None else None
    if match is not None:
        carry_tournament(match, registration.tournament)
    return match
