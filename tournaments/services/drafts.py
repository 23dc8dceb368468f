"""Pairing the next round as a draft, editing the draft by hand, and discarding it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments import permissions
from tournaments.models import Bye, Match, Registration, Round, Tournament
from tournaments.permissions import Action
from tournaments.queries.bracket import next_cut_round, read_cuts
from tournaments.queries.decided_pairs import apart_in
from tournaments.queries.draft_tables import CHANGED
from tournaments.queries.history import GONE, pairing_history
from tournaments.queries.pairing_settings import pairing_settings
from tournaments.queries.rounds import newest_round, refusal_facts
from tournaments.receipts.document import DISCARDED, DRAW, PODS, SWAP, TABLE
from tournaments.receipts.working_out import ByHand, record_draw
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log
from tournaments.services.pairing import Paired, pair_apart
from tournaments.services.pairing_facts import recount_facts
from tournaments.services.pairing_steps import DrawSeed, write_step
from tournaments.services.pod_rounds import refuse_in_pods, seat_pods
from tournaments.services.reasons import tidy_reason
from tournaments.services.table_numbers import refuse_table
from tournaments.services.top_cut import pair_next_cut_round, withdraw_top_cut

Phase = Tournament.Phase


def pair_next_round(
    *, actor: Actor, tournament_id: int, number: int, seed: int | None = None, patience: float | None = None
) -> Round:
    """Pair round `number` as a draft: the round its caller saw as the next one.

    In the top cut the winners meet by the bracket. `seed` repeats a pairing; without one it is the committed one.
    `patience` is how many seconds to wait for a Swiss pairing, where that is less than it may take. Raises Conflict
    `round_already_paired` when the round exists by now, `round_not_next` when it is further ahead, `not_running`,
    `round_open`, and what `services.pairing.pair_apart` raises.
    """

    def lock() -> Tournament:
        return lock_for_next(actor, tournament_id, number)

    with transaction.atomic():
        tournament = lock()
        newest = newest_round(tournament)
        if tournament.phase == Phase.TOP_CUT and newest is not None:
            round = pair_next_cut_round(actor=actor, tournament=tournament, newest=newest)
            note_paired(actor, tournament, round)
            return round
        if tournament.is_in_pods:
            return seat_pods(actor, tournament, number, seed, partial(note_seated, actor))
    return pair_apart(lock, number, partial(note_drawn, actor), seed=seed, patience=patience)


def lock_for_next(actor: Actor, tournament_id: int, number: int) -> Tournament:
    """The tournament, its row locked, for pairing round `number`; raises what prevents that."""
    tournament = lock_tournament(tournament_id)
    permissions.require(actor, Action.RUN_ROUNDS, tournament)
    if tournament.phase not in (Phase.SWISS, Phase.TOP_CUT):
        raise Conflict("not_running", phase=tournament.phase)
    newest = newest_round(tournament)
    played = newest.number if newest is not None else 0
    if number <= played:
        raise Conflict("round_already_paired", number=number, newest=played)
    if number > played + 1:
        following = next_cut_round(read_cuts(tournament)) if tournament.phase == Phase.TOP_CUT else None
        named: dict[str, Any] = {"next_places": following.places} if following is not None else {}
        raise Conflict("round_not_next", number=number, next=played + 1, **named)
    if newest is not None and newest.status != Round.Status.COMPLETED:
        raise Conflict("round_open", **refusal_facts(newest), status=newest.status)
    return tournament


def note_paired(actor: Actor, tournament: Tournament, round: Round) -> None:
    """Write into the log that a round was paired."""
    tables, byes = round.matches.count() + round.pods.count(), round.byes.count()
    write_log(tournament, actor, "round_paired", round=round.number, tables=tables, byes=byes)


def note_seated(actor: Actor, tournament: Tournament, round: Round, facts: dict[str, Any], drawn: DrawSeed) -> None:
    """Write into the log and the receipt that a round in pods was seated."""
    note_paired(actor, tournament, round)
    write_step(actor, tournament, round.number, PODS, facts, drawn)


def note_drawn(actor: Actor, tournament: Tournament, round: Round, paired: Paired, drawn: DrawSeed) -> None:
    """Write into the log and the receipt that a Swiss round was drawn."""
    note_paired(actor, tournament, round)
    awarded = round.byes.filter(kind=Bye.Kind.AWARDED).values_list("registration", flat=True)
    assigned = [(key, "bye") for key in awarded]
    assigned += [(key, "loss") for key in round.missed.values_list("registration", flat=True)]
    facts = record_draw(paired.results, by_hand=by_hand_of(round, paired), assigned=assigned)
    write_step(actor, tournament, round.number, DRAW, facts, drawn)


def by_hand_of(round: Round, paired: Paired) -> ByHand:
    """What staff had decided about who meets in the round."""
    seated = {entrant.id for result in paired.results for entrant in result.history.entrants}
    apart = apart_in(round.tournament, round.number, seated)
    return ByHand(tuple((one.table, one.forced.pair) for one in paired.forced), tuple(apart))


def lock_round(*, actor: Actor, round_id: int) -> tuple[Tournament, Round]:
    """The round with its tournament's row locked, for staff who run rounds.

    Raises Refusal `no_such_round`, NotAllowed, Conflict `not_running` (not started, finished or cancelled).
    """
    tournament_id = Round.objects.filter(pk=round_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refusal("no_such_round")
    tournament = lock_tournament(tournament_id)
    permissions.require(actor, Action.RUN_ROUNDS, tournament)
    round = Round.objects.select_for_update().filter(pk=round_id).first()
    if round is None:
        raise Refusal("no_such_round")
    round.tournament = tournament
    if tournament.phase not in (Phase.SWISS, Phase.TOP_CUT):
        raise Conflict("not_running", phase=tournament.phase)
    return tournament, round


def require_draft(round: Round) -> None:
    """Raises Conflict `round_not_draft` for a round that is already published."""
    if round.status != Round.Status.DRAFT:
        raise Conflict("round_not_draft", **refusal_facts(round), status=round.status)


def require_swiss_draft(round: Round) -> None:
    """The same, and Refusal `bracket_is_fixed` for a draft of the top cut, whose seats the seeds decide."""
    require_draft(round)
    if round.stage == Round.Stage.TOP_CUT:
        raise Refusal("bracket_is_fixed", number=round.number)


@transaction.atomic
def discard_draft(*, actor: Actor, round_id: int) -> Tournament:
    """Discard a draft; the round can be paired again. The draft of the first cut round takes the cut with it.

    Late entries and drops during the round count as if it had never been paired. Raises Conflict `round_not_draft`.
    """
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_draft(round)
    number, stage = round.number, round.stage
    first_cut = stage == Round.Stage.TOP_CUT and not tournament.rounds.filter(stage=stage, number__lt=number).exists()
    if first_cut:
        withdraw_top_cut(tournament)
    else:
        round.delete()
    if stage == Round.Stage.SWISS:
        tournament.registrations.filter(first_round__gt=number).update(first_round=number)
    tournament.registrations.filter(status__in=GONE, status_round__gte=number).update(status_round=number - 1)
    write_log(tournament, actor, "top_cut_discarded" if first_cut else "draft_discarded", round=number)
    write_step(actor, tournament, number, DISCARDED)
    return tournament


def pair_again(*, actor: Actor, round_id: int, patience: float | None = None) -> Round:
    """Discard a Swiss draft and pair its round again with another seed: both or neither. `patience` as above.

    Raises Refusal `bracket_is_fixed` (top cut) and what discarding and pairing raise.
    """
    found = Round.objects.filter(pk=round_id).select_related("tournament").first()
    number = found.number if found is not None else 0
    if found is not None and found.tournament.is_in_pods:
        with transaction.atomic():
            return seat_pods(actor, lock_for_again(actor, round_id), number, None, partial(note_seated, actor))
    note = partial(note_drawn, actor)
    return pair_apart(lambda: lock_for_again(actor, round_id), number, note, patience=patience)


def lock_for_again(actor: Actor, round_id: int) -> Tournament:
    """The tournament, its row locked and the Swiss draft discarded; raises what prevents that."""
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_swiss_draft(round)
    discard_draft(actor=actor, round_id=round.pk)
    return lock_for_next(actor, tournament.pk, round.number)


@dataclass(frozen=True)
class EditedDraft:
    """A draft after an edit by hand, with warnings: rematches, pairs that were to be
    kept apart, a second bye."""

    round: Round
    rematches: tuple[tuple[Registration, Registration], ...] = ()
    second_bye: Registration | None = None
    kept_together: tuple[tuple[Registration, Registration], ...] = ()


@transaction.atomic
def swap_players(
    *, actor: Actor, round_id: int, registration_a: int, registration_b: int, reason: str = "", **facts: Any
) -> EditedDraft:
    """Exchange two entrants of a draft, at tables or with the bye; the round is marked as edited by hand.

    A rematch or a second bye that this makes is allowed and returned as a warning. A reason is kept in the log, for
    staff alone, as `facts` are. Raises Conflict `round_not_draft`, Refusal `bracket_is_fixed` (top cut),
    `not_in_round`, `already_opponents`, `reason_too_long`.
    """
    why = tidy_reason(reason, required=False)
    tournament, round = lock_round(actor=actor, round_id=round_id)
    refuse_in_pods(tournament)
    require_swiss_draft(round)
    people = {entry.pk: entry for entry in tournament.registrations.filter(pk__in=[registration_a, registration_b])}
    seat_a, seat_b = _seat_in(round, registration_a), _seat_in(round, registration_b)
    if len(people) < 2 or seat_a is None or seat_b is None:
        raise Refusal("not_in_round", number=round.number)
    before = _as_paired(round)
    (one, field_one), (two, field_two) = seat_a, seat_b
    tables = [seat.table if isinstance(seat, Match) else None for seat in (one, two)]
    if one == two:
        raise Refusal("already_opponents", names=[entry.name for entry in people.values()])
    setattr(one, field_one, people[registration_b])
    setattr(two, field_two, people[registration_a])
    for seat in (one, two):
        if isinstance(seat, Match):
            seat.version += 1
            seat.report_state = Match.ReportState.NONE
        seat.save()
    edited = _recounted(tournament, round, [one, two])
    _mark_edited(round, before)
    write_log(
        tournament,
        actor,
        "players_swapped",
        round=round.number,
        player1=people[registration_a].name,
        player2=people[registration_b].name,
        entries=[registration_a, registration_b],
        tables=tables,
        rematches=[[one.name, two.name] for one, two in edited.rematches],
        second_bye=edited.second_bye.name if edited.second_bye is not None else "",
        reason=why,
        **facts,
    )
    step = {"one": registration_a, "two": registration_b, "cost": list(round.pairing["achieved"].values())}
    write_step(actor, tournament, round.number, SWAP, step)
    return edited


def _seat_in(round: Round, registration_id: int) -> tuple[Match | Bye, str] | None:
    for field in ("player1", "player2"):
        match = round.matches.select_related("player1", "player2").filter(**{field: registration_id}).first()
        if match is not None:
            return match, field
    bye = round.byes.filter(registration=registration_id, kind=Bye.Kind.PAIRED).first()
    return (bye, "registration") if bye is not None else None


def _as_paired(round: Round) -> dict[str, Any]:
    """The seats and the facts of the draft as it was paired: kept with it from the first edit on."""
    kept: dict[str, Any] | None = round.pairing.get("as_paired")
    return kept or {"seats": seats_of(round), "facts": round.pairing}


def seats_of(round: Round) -> list[list[int | None]]:
    """Who sits where in the draft."""
    tables = round.matches.order_by("pk").values_list("pk", "table", "player1", "player2")
    byes = round.byes.order_by("pk").values_list("pk", "registration")
    return [list(table) for table in tables] + [list(bye) for bye in byes]


def _mark_edited(round: Round, before: dict[str, Any]) -> None:
    """Mark the draft as edited by hand; edited back to what was paired, it is what was paired."""
    is_changed = seats_of(round) != before["seats"]
    round.edited_by_hand = is_changed or before["facts"].get("decided", False)
    round.pairing = {**round.pairing, "as_paired": before} if is_changed else before["facts"]
    round.save(update_fields=["edited_by_hand", "pairing"])


def _recounted(tournament: Tournament, round: Round, seats: list[Match | Bye]) -> EditedDraft:
    """The draft with its facts counted again, and what the exchanged seats now warn of."""
    history = pairing_history(tournament, round.number)
    round.pairing = recount_facts(round, history, pairing_settings(tournament, history))
    round.save(update_fields=["pairing"])
    met = {frozenset(pair) for pair in round.pairing["rematches"]}
    together = {frozenset(pair) for pair in round.pairing.get("kept_together", [])}
    rematches, apart, second_bye = [], [], None
    for seat in seats:
        if isinstance(seat, Bye):
            again = round.pairing.get("second_byes", [round.pairing["second_bye"]])
            second_bye = seat.registration if seat.registration_id in again else None
            continue
        pair = frozenset({seat.player1_id, seat.player2_id})
        if pair in met:
            rematches.append((seat.player1, seat.player2))
        if pair in together:
            apart.append((seat.player1, seat.player2))
    return EditedDraft(round, tuple(rematches), second_bye, tuple(apart))


@transaction.atomic
def set_table(*, actor: Actor, round_id: int, match_id: int, table: int, reason: str = "") -> EditedDraft:
    """Move a match of a draft to another table; the match there takes the table it had.

    Raises Conflict `round_not_draft`, Refusal `no_such_match`, `no_such_table` (below 1 or above 9999),
    `table_blocked` (the tournament does not use it), `reason_too_long`.
    """
    why = tidy_reason(reason, required=False)
    tournament, round = lock_round(actor=actor, round_id=round_id)
    refuse_in_pods(tournament)
    require_draft(round)
    match = round.matches.filter(pk=match_id).first()
    if match is None:
        raise Refusal("no_such_match")
    refuse_table(tournament, table)
    was, before = match.table, _as_paired(round)
    exchanged = round.matches.filter(table=table).exclude(pk=match.pk).update(table=was) > 0
    match.table = table
    match.save(update_fields=["table", "updated_at"])
    _mark_edited(round, before)
    moved = {"match": match.pk, "before": was, "after": table, "exchanged": exchanged, "reason": why}
    write_log(tournament, actor, CHANGED, round=round.number, **moved)
    pair = [match.player1_id, match.player2_id]
    write_step(actor, tournament, round.number, TABLE, {"pair": pair, "table": table})
    return EditedDraft(round)
