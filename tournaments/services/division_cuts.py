"""Planning the top cut of each division."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import Tournament
from tournaments.models.tournament import CUT_SIZES
from tournaments.permissions import Action, require
from tournaments.queries.settings import divisions_of
from tournaments.services.entries.divisions import OPEN, join_divisions, name_in_log
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log


@transaction.atomic
def plan_division_cuts(*, actor: Actor, tournament_id: int, sizes: Mapping[str, int | None]) -> Tournament:
    """Set the size of the top cut of the named divisions; 0: none, None: as the game's table has it.

    Raises Refusal `pods_one_final`, `no_such_division`, `unknown_size`, Conflict `divisions_are_fixed` once the cut is
    drawn.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.RUN_ROUNDS, tournament)
    if tournament.phase not in OPEN:
        raise Conflict("divisions_are_fixed", phase=tournament.phase)
    check_sizes(tournament, sizes)
    before = dict(tournament.division_cuts)
    wanted = {code: size for code, size in {**before, **sizes}.items() if size is not None}
    if wanted != before:
        tournament.division_cuts = wanted
        tournament.save(update_fields=["division_cuts"])
        write_log(
            tournament,
            actor,
            "division_cuts",
            was=sizes_in_log(tournament, before),
            now=sizes_in_log(tournament, wanted),
        )
    return tournament


@transaction.atomic
def save_divisions(
    *, actor: Actor, tournament_id: int, joined: Mapping[str, str] | None, sizes: Mapping[str, int | None]
) -> None:
    """Both halves of the page of divisions, or neither: which are paired together, where it says that, and their cuts.

    Raises what `join_divisions` and `plan_division_cuts` raise.
    """
    if joined is not None:
        join_divisions(actor=actor, tournament_id=tournament_id, joined=joined)
    if sizes:
        plan_division_cuts(actor=actor, tournament_id=tournament_id, sizes=sizes)


def check_sizes(tournament: Tournament, sizes: Mapping[str, int | None]) -> None:
    """Raises Refusal `no_such_division`, `unknown_size` for what no division or no top cut is, and `pods_one_final` in
    pods, whose seeds all play for one final."""
    if sizes and tournament.is_in_pods:
        raise Refusal("pods_one_final", field="sizes")
    known = [one.code for one in divisions_of(tournament)]
    for code, size in sizes.items():
        if code not in known:
            raise Refusal("no_such_division", field="sizes", value=code[:40], known=known)
        if size not in (None, 0, *CUT_SIZES):
            raise Refusal("unknown_size", field="sizes", size=size, known=list(CUT_SIZES))


def sizes_in_log(tournament: Tournament, sizes: Mapping[str, int]) -> list[list[object]]:
    """The names of the divisions with the sizes of their cuts, as a line of the log keeps them."""
    return [[name_in_log(tournament, code), size] for code, size in sizes.items()]
