"""Wishes about seating: pairs kept apart, and fixed tables."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import KeepApart, Registration, Tournament
from tournaments.permissions import Action, require
from tournaments.queries.assigned import next_to_pair
from tournaments.queries.table_costs import open_draft
from tournaments.services.entries.person import COUNTED
from tournaments.services.locking import lock_entrant, lock_tournament
from tournaments.services.log import write_log
from tournaments.services.table_numbers import refuse_table

OPEN = (Tournament.Phase.REGISTRATION, Tournament.Phase.SWISS)
"""The phases with Swiss rounds still to be paired."""


@transaction.atomic
def keep_apart(
    *, actor: Actor, tournament_id: int, registration_a: int, registration_b: int, is_hard: bool
) -> KeepApart:
    """Never pair two entrants (`is_hard`), or only where nothing more important asks for it; a second call changes it.

    It applies to rounds that are not paired yet. Raises Conflict `pairing_is_over`, Refusal `choose_two_players`.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_ENTRIES, tournament)
    require_open(tournament)
    keys = sorted((registration_a, registration_b))
    people = list(tournament.registrations.filter(pk__in=keys, status__in=COUNTED).order_by("pk"))
    if len(people) != 2:
        raise Refusal("choose_two_players", field="other")
    pair = KeepApart.objects.filter(tournament=tournament, registration_a=people[0], registration_b=people[1])
    was = pair.values_list("is_hard", flat=True).first()
    kept, _ = KeepApart.objects.update_or_create(
        tournament=tournament, registration_a=people[0], registration_b=people[1], defaults={"is_hard": is_hard}
    )
    write_log(tournament, actor, "kept_apart", **_pair_facts(kept), is_hard=is_hard, before=was, after=is_hard)
    return kept


@transaction.atomic
def allow_pairing(*, actor: Actor, tournament_id: int, keep_apart_id: int) -> Tournament:
    """Let two entrants meet who were kept apart. Raises Conflict `pairing_is_over`, Refusal `no_such_pair`."""
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_ENTRIES, tournament)
    require_open(tournament)
    kept = tournament.kept_apart.select_related("registration_a", "registration_b").filter(pk=keep_apart_id).first()
    if kept is None:
        raise Refusal("no_such_pair")
    kept.delete()
    write_log(tournament, actor, "pairing_allowed", **_pair_facts(kept), before=kept.is_hard, after=None)
    return tournament


def _pair_facts(kept: KeepApart) -> dict[str, Any]:
    """The two in a line of the log, by name and by entry."""
    one, two = kept.registration_a, kept.registration_b
    return {"player1": one.name, "player2": two.name, "entries": [one.pk, two.pk]}


@transaction.atomic
def fix_seat(*, actor: Actor, registration_id: int, table: int | None) -> Registration:
    """Give an entrant a fixed table in every Swiss round not paired yet; None removes it.

    Where two fixed tables meet in one match, the smaller number applies. Raises Conflict `pairing_is_over`, Refusal
    `no_such_table`, `table_blocked` (the tournament does not use it).
    """
    registration = lock_entrant(registration_id)
    tournament = registration.tournament
    require(actor, Action.MANAGE_ENTRIES, tournament)
    require_open(tournament)
    if table is not None:
        refuse_table(tournament, table)
    if table != registration.fixed_table:
        was, registration.fixed_table = registration.fixed_table, table
        registration.save(update_fields=["fixed_table"])
        facts = {"entry": registration.pk, "name": registration.name, "table": table, "before": was, "after": table}
        draft = open_draft(tournament)
        number = draft.number if draft is not None else next_to_pair(tournament)
        write_log(tournament, actor, "seat_fixed", **facts, round=number)
    return registration


def require_open(tournament: Tournament) -> None:
    """Raises Conflict `pairing_is_over` where no Swiss round is paired any more."""
    if tournament.phase not in OPEN:
        raise Conflict("pairing_is_over", phase=tournament.phase)
