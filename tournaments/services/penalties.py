"""Penalties: giving one, with the loss it means where the judge says so at once, and withdrawing one."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from cardpool.queries import pack_of
from tournaments.infraction_names import names_for_log
from tournaments.models import DeckCheck, Match, Penalty, PodSeat, Registration, Tournament
from tournaments.permissions import NOT_PLAYING, Action, require
from tournaments.queries.boards import own_match
from tournaments.queries.checks import running_round
from tournaments.queries.penalties import LOSSES, standing_losses, standing_penalties
from tournaments.services import results
from tournaments.services.entries.forfeits import lose_open_pod, undo_lost_pod
from tournaments.services.entries.leaving import disqualify
from tournaments.services.locking import lock_registration, lock_tournament
from tournaments.services.log import write_log
from tournaments.services.reasons import MAX_REASON_LENGTH, tidy_note, tidy_reason
from tournaments.services.result_inputs import GameInput

Level = Penalty.Level
MAX_NOTE_LENGTH = 1000


@transaction.atomic
def give_penalty(
    *,
    actor: Actor,
    registration_id: int,
    infraction: str,
    level: str,
    note: str = "",
    match_id: int | None = None,
    check_id: int | None = None,
    apply: bool = False,
    expected_version: int | None = None,
    known_penalties: int | None = None,
) -> Penalty:
    """Record a penalty. With `apply` a game loss, match loss or disqualification takes effect at once:
    it is entered at the match of that version as `record_game`, `record_outcome` or `disqualify` would. A member who
    plays by seat loses the board, also where the match of the teams is named; a disqualification is the whole team's.
    `known_penalties` is how many standing penalties of the entrant the judge has seen: a form sent twice gives one.

    Raises NotAllowed, Refusal `unknown_infraction`, `unknown_level`, `no_such_match`, `no_such_check`,
    `reason_required` (a disqualification), `no_match_for_loss`, `no_pod_for_loss`, `nothing_to_apply`, Conflict
    `penalties_changed`, `not_running`, `not_entered`, and the codes of what is applied: then nothing is written.
    """
    registration = lock_registration(registration_id)
    tournament = registration.tournament
    require(actor, Action.GIVE_PENALTIES, tournament)
    _refuse_unknown(tournament, registration, infraction, level)
    if known_penalties not in (None, standing_penalties(registration).count()):
        raise Conflict("penalties_changed", name=registration.entered_name)
    match = _match_of(registration, match_id)
    check = _check_of(registration, check_id)
    note = tidy_note(note, limit=MAX_NOTE_LENGTH)
    penalty = Penalty.objects.create(
        tournament=tournament,
        registration=registration,
        round=match.round if match is not None else running_round(tournament),
        match=match,
        deck_check=check,
        infraction=infraction,
        level=level,
        note=note,
        given_by_user=actor.user,
        given_by=actor.label[:150],
    )
    _log(actor, penalty, "penalty_given", applied=apply)
    if apply:
        _apply(actor, penalty, match, expected_version)
    return penalty


@transaction.atomic
def withdraw_penalty(*, actor: Actor, penalty_id: int, reason: str) -> Penalty:
    """Withdraw a penalty, with a reason that is kept; a loss it was entered as is undone at the match. The loss of a
    pod is taken back with it, unless a result was entered since, or its round is over.

    Raises NotAllowed, Refusal `no_such_penalty`, `reason_required`, `reason_too_long`, Conflict `penalty_withdrawn`.
    """
    tournament_id = Penalty.objects.filter(pk=penalty_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refusal("no_such_penalty")
    tournament = lock_tournament(tournament_id)
    require(actor, Action.GIVE_PENALTIES, tournament)
    why = tidy_reason(reason)
    penalty = Penalty.objects.select_related("registration", "round", "match").get(pk=penalty_id)
    penalty.tournament = tournament
    if penalty.withdrawn_at is not None:
        raise Conflict("penalty_withdrawn", by=penalty.withdrawn_by)
    penalty.withdrawn_at, penalty.withdrawn_by, penalty.withdrawn_reason = timezone.now(), actor.label[:150], why
    penalty.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
    _log(actor, penalty, "penalty_taken_back", reason=why)
    _undo_lost_pod(actor, penalty)
    return penalty


def _refuse_unknown(tournament: Tournament, registration: Registration, infraction: str, level: str) -> None:
    if infraction not in {one.key for one in pack_of(tournament.ruleset).offered_infractions}:
        raise Refusal("unknown_infraction", field="infraction", infraction=infraction)
    if level not in Level.values:
        raise Refusal("unknown_level", field="level", level=level)
    if tournament.phase == Tournament.Phase.CANCELLED:
        raise Conflict("not_running", phase=tournament.phase)
    if registration.status in NOT_PLAYING:
        raise Conflict("not_entered", name=registration.name, status=registration.status)


def _match_of(registration: Registration, match_id: int | None) -> Match | None:
    """The entrant's own match of that id, as `own_match` has it. Raises Refusal `no_such_match`."""
    if match_id is None:
        return None
    matches = Match.everything.filter(pk=match_id, round__tournament=registration.tournament_id)
    named = matches.select_related("round").first()
    match = own_match(registration, named) if named is not None else None
    if match is None:
        raise Refusal("no_such_match", field="match")
    return match


def _check_of(registration: Registration, check_id: int | None) -> DeckCheck | None:
    """The entrant's own deck check of that id. Raises Refusal `no_such_check`."""
    if check_id is None:
        return None
    check = DeckCheck.objects.filter(pk=check_id, registration=registration).first()
    if check is None:
        raise Refusal("no_such_check", field="check")
    return check


def _apply(actor: Actor, penalty: Penalty, match: Match | None, expected_version: int | None) -> None:
    if penalty.level == Level.DISQUALIFICATION:
        disqualify(actor=actor, registration_id=penalty.registration_id, reason=_reason(penalty))
        return
    if penalty.level not in LOSSES:
        raise Refusal("nothing_to_apply", field="apply", level=penalty.level)
    if penalty.tournament.is_in_pods:
        _lose_pod(actor, penalty)
        return
    if match is None:
        raise Refusal("no_match_for_loss", field="apply")
    version = match.version if expected_version is None else expected_version
    loser = penalty.registration
    winner = 2 if match.player1_id in (loser.pk, loser.team_entry_id) else 1
    if penalty.level == Level.GAME_LOSS:
        lost = GameInput(winner_seat=winner, is_penalty=True)
        results.record_game(actor=actor, match_id=match.pk, expected_version=version, game=lost)
    else:
        results.record_outcome(
            actor=actor,
            match_id=match.pk,
            expected_version=version,
            outcome=Match.Outcome.MATCH_LOSS.value,
            winner_seat=winner,
            reason=_reason(penalty),
        )


def _lose_pod(actor: Actor, penalty: Penalty) -> None:
    """Enter the loss at the player's open pod: a pod is one game, so that a game loss and a match loss are the same."""
    lost = PodSeat.Manner.MATCH_LOSS
    if not lose_open_pod(actor=actor, registration=penalty.registration, manner=lost):
        raise Refusal("no_pod_for_loss", field="apply")


def _undo_lost_pod(actor: Actor, penalty: Penalty) -> None:
    """Take the loss of the pod back that a penalty was entered as, unless another one still means it."""
    if penalty.round is None or penalty.level not in LOSSES:
        return
    others = standing_losses(penalty.round).filter(registration=penalty.registration)
    lost = PodSeat.objects.filter(
        registration=penalty.registration, round=penalty.round, manner=PodSeat.Manner.MATCH_LOSS
    )
    if lost.exists() and not others.exists():
        undo_lost_pod(actor=actor, registration=penalty.registration, of_penalty=True)


def _reason(penalty: Penalty) -> str:
    """What the match or the entry keeps as the reason, which all staff read; the note after a deck check names cards,
    so the section of the infraction stands for it.
    """
    if penalty.note and penalty.deck_check_id is not None:
        known = pack_of(penalty.tournament.ruleset).infraction(penalty.infraction)
        return known.clause if known is not None and known.clause else "–"
    return penalty.note[:MAX_REASON_LENGTH]


def _log(actor: Actor, penalty: Penalty, verb: str, **facts: object) -> None:
    write_log(
        penalty.tournament,
        actor,
        verb,
        penalty=penalty.pk,
        entry=penalty.registration_id,
        name=penalty.registration.name,
        infraction=penalty.infraction,
        **names_for_log(penalty.infraction, pack_of(penalty.tournament.ruleset)),
        level=penalty.level,
        in_round=penalty.round.number if penalty.round is not None else None,
        **facts,
    )
