"""Seating the final pods of an event in pods: the first from the seeds, the final of those who go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import Pod, PodSeat, Round, Tournament
from tournaments.pods.finals import first_pods
from tournaments.queries.final_pods import FinalRecord, read_finals
from tournaments.queries.pairing_settings import require_tables, table_settings
from tournaments.receipts.document import BRACKET
from tournaments.receipts.final_pods import record_final
from tournaments.services.pairing_steps import write_step
from tournaments.swiss.tables import first_tables


def seat_first_finals(tournament: Tournament, number: int, seeds: Sequence[int], *, seed: int, facts: Any) -> Round:
    """The first round of the final pods as a draft, of players in the order of their seeds; the tournament's row is
    locked. Raises Refusal `too_few_tables`."""
    return _seat(tournament, number, first_pods(seeds), seed=seed, facts=facts)


def seat_next_final(actor: Actor, tournament: Tournament, newest: Round) -> Round:
    """The final as a draft: the best of each pod before it who is still in, in the order of seeds. The tournament's row
    is locked. Raises Refusal `all_rounds_played`, `too_few_tables`."""
    finals = read_finals(tournament)
    following = finals.following if finals is not None else ()
    if finals is None or not following:
        raise Refusal("all_rounds_played", played=newest.number)
    round = _seat(tournament, newest.number + 1, [following], seed=0, facts={"cut": tournament.top_cut})
    step = record_final(finals.seeds, finals.rounds[-1], list(finals.away))
    write_step(actor, tournament, round.number, BRACKET, step)
    return round


def refuse_other_final(tournament: Tournament, round: Round, before: FinalRecord | None) -> None:
    """Raises Conflict `final_is_seated` where a correction in a round of the finals changes who plays the one that is
    seated after it; `before` is how they stood."""
    after = read_finals(tournament)
    if before is None or after is None or not tournament.rounds.filter(number__gt=round.number).exists():
        return
    # Who has left since the final was seated keeps the seat in it; what counts is whom the results send there.
    away = after.away - {key for pod in after.rounds[1] for key in pod.players}
    was, now = (FinalRecord(one.seeds, one.rounds[:1], away).following for one in (before, after))
    if was != now:
        raise Conflict("final_is_seated")


def _seat(tournament: Tournament, number: int, seated: Sequence[Sequence[int]], *, seed: int, facts: Any) -> Round:
    settings = table_settings(tournament)
    require_tables(settings, len(seated))
    stage = Round.Stage.TOP_CUT
    round = Round.objects.create(tournament=tournament, number=number, stage=stage, seed=seed, pairing=facts)
    pods = Pod.objects.bulk_create(Pod(round=round, table=table) for table in first_tables(settings, len(seated)))
    PodSeat.objects.bulk_create(
        PodSeat(pod=pod, round=round, seat=seat, registration_id=key)
        for pod, keys in zip(pods, seated, strict=True)
        for seat, key in enumerate(keys, start=1)
    )
    return round
