"""Committing to the seeds of rounds, and writing down for their receipts what is done to their pairings."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.models import LogEntry, PairingStep, Round, SeedCommitment, Tournament
from tournaments.permissions import Role, staff_roles_in
from tournaments.queries.receipts import newest_commitment, plain_step
from tournaments.queries.rounds import newest_round
from tournaments.receipts.canonical import committed_text, digest_of_text, digests_of, seed_of, step_digest
from tournaments.receipts.document import DRAW, PODS, SWAP
from tournaments.services.locking import lock_tournament

SECRET_BYTES = 32


@dataclass(frozen=True)
class DrawSeed:
    """The seed of one draw: which of the round's commitments it follows from, and the place of this draw among those
    with it. Neither where the seed was given."""

    seed: int
    commitment: int | None = None
    counter: int | None = None


def commit_next(tournament: Tournament) -> None:
    """Commit to a seed for the round after the newest one, and for one that is a draft and may be paired again, unless
    there is one. The tournament's row is locked."""
    newest = newest_round(tournament)
    numbers = [newest.number + 1 if newest is not None else 1]
    if newest is not None and newest.status == Round.Status.DRAFT:
        numbers.insert(0, newest.number)
    for number in numbers:
        if newest_commitment(tournament, number) is None:
            commit_seed(tournament, number)


def commit_seed(tournament: Tournament, number: int, *, before_pairing: bool = True) -> SeedCommitment:
    """Commit to another seed for a round. The tournament's row is locked."""
    last = newest_commitment(tournament, number)
    sequence = 1 if last is None else last.sequence + 1
    secret = secrets.token_hex(SECRET_BYTES)
    text = committed_text(event=tournament.code, round=number, sequence=sequence, secret=secret)
    return SeedCommitment.objects.create(
        tournament=tournament,
        number=number,
        sequence=sequence,
        text=text,
        digest=digest_of_text(text),
        before_pairing=before_pairing,
        committed_at=timezone.now(),
    )


def seed_to_draw(tournament: Tournament, number: int) -> DrawSeed:
    """The seed of the next draw of a round. A round that nothing was committed to, as its event is older than receipts,
    gets its commitment now, which says so."""
    drawn = _next_draw(tournament, number)
    if drawn is None:
        with transaction.atomic():
            lock_tournament(tournament.pk)
            if newest_commitment(tournament, number) is None:
                commit_seed(tournament, number, before_pairing=False)
        drawn = _next_draw(tournament, number)
        assert drawn is not None
    return drawn


def is_used(tournament: Tournament, number: int, drawn: DrawSeed) -> bool:
    """Whether another draw has used the seed, or there is another commitment by now."""
    return drawn.commitment is not None and drawn != _next_draw(tournament, number)


def _next_draw(tournament: Tournament, number: int) -> DrawSeed | None:
    last = newest_commitment(tournament, number)
    if last is None:
        return None
    steps = PairingStep.objects.filter(tournament=tournament, number=number, commitment=last.sequence)
    counter = steps.count() + 1
    return DrawSeed(seed_of(last.text, counter), last.sequence, counter)


def write_step(
    actor: Actor,
    tournament: Tournament,
    number: int,
    kind: str,
    facts: Mapping[str, Any] | None = None,
    drawn: DrawSeed | None = None,
) -> PairingStep:
    """Write down what was done to the pairing of a round. The tournament's row is locked."""
    facts = dict(facts or {})
    steps = PairingStep.objects.filter(tournament=tournament, number=number).order_by("-position")
    position, before = steps.values_list("position", "digest").first() or (0, "")
    step = PairingStep(
        tournament=tournament,
        number=number,
        position=position + 1,
        kind=kind,
        at=timezone.now(),
        by=_role_of(actor, tournament),
        commitment=drawn.commitment if drawn is not None else None,
        counter=drawn.counter if drawn is not None else None,
        seed=str(drawn.seed) if drawn is not None else "",
        facts=facts,
        digests=digests_of(facts),
    )
    step.digest = step_digest(before, plain_step(step))
    step.save(force_insert=True)
    return step


def _role_of(actor: Actor, tournament: Tournament) -> str:
    """The highest role of the actor: a receipt names nobody."""
    held = staff_roles_in(actor, tournament.pk)
    return next(role for role in Role if role in held).value


def require_last_swap(tournament: Tournament, number: int, one: int, other: int) -> None:
    """Refuse to undo an exchange that is not the newest step of the round, or is undone: Conflict `draft_changed`."""
    pairs: list[frozenset[int]] = []
    for exchanged in _exchanges(tournament, number):
        pairs = [*pairs, exchanged] if exchanged else []
    two = frozenset((one, other))
    again = next((place for place, pair in enumerate(reversed(pairs)) if pair != two), len(pairs))
    if again % 2 == 0:
        raise Conflict("draft_changed")


def _exchanges(tournament: Tournament, number: int) -> list[frozenset[int]]:
    """The steps of a round in order: the two who were exchanged, nobody for a step of another kind. Of a round that was
    drawn before its event was restored, all of them stand in the log alone."""
    steps = PairingStep.objects.filter(tournament=tournament, number=number).order_by("position")
    kinds = list(steps.values_list("kind", "facts"))
    if {DRAW, PODS} & {kind for kind, _facts in kinds}:
        return [frozenset((facts["one"], facts["two"]) if kind == SWAP else ()) for kind, facts in kinds]
    lines = LogEntry.objects.filter(tournament=tournament, facts__round=number).order_by("pk")
    verbs = lines.values_list("verb", "facts")
    return [frozenset(facts.get("entries", ()) if verb == "players_swapped" else ()) for verb, facts in verbs]
