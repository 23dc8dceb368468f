"""The top cut: starting it from the standings, pairing its next round, and undoing it while nothing is played."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments import permissions
from tournaments.models import LogEntry, Registration, Round, Tournament
from tournaments.models.tournament import CUT_SIZES
from tournaments.permissions import Action
from tournaments.play.bracket import next_round_pairs, round_pairs
from tournaments.queries.bracket import read_cut
from tournaments.queries.history import SwissRecord, read_swiss
from tournaments.queries.rounds import has_results, has_rulings, newest_round, refusal_facts
from tournaments.receipts.bracket_round import record_bracket
from tournaments.receipts.document import BRACKET, DISCARDED
from tournaments.scoring.lots import DrawnLot, LotsDraw, draw_lots
from tournaments.scoring.standings import Standing
from tournaments.services.advance import create_cut_byes, create_cut_matches
from tournaments.services.calls import withdraw_calls
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log
from tournaments.services.pairing_steps import DrawSeed, commit_seed, seed_to_draw, write_step

SIZES = CUT_SIZES


@transaction.atomic
def start_top_cut(
    *, actor: Actor, tournament_id: int, size: int | None = None, early: bool = False, seed: int | None = None
) -> Round:
    """Seed the best of the Swiss table into a bracket and pair its first round as a draft, which is returned.

    `size` (2, 4, 8, 16, 32) replaces the planned one. Players who have left are skipped. True ties are broken by lots
    drawn with the round's committed seed (or with `seed`), only where a place or a seed of the cut depends on
    them.
    Fewer players than places: the highest seeds have byes. Raises Conflict `top_cut_already_started`, `not_running`,
    `round_open`, Refusal `no_top_cut_planned`, `unknown_size`, `no_round_played`, `rounds_remaining` (unless `early`),
    `too_few_players`, `too_few_tables`.
    """
    tournament = lock_tournament(tournament_id)
    permissions.require(actor, Action.RUN_ROUNDS, tournament)
    if tournament.is_in_pods:
        raise Refusal("pods_no_cut", field="size")
    newest = _last_swiss_round(tournament)
    size = tournament.top_cut if size is None else size
    if not size:
        raise Refusal("no_top_cut_planned", field="size")
    if size not in SIZES:
        raise Refusal("unknown_size", field="size", size=size, known=list(SIZES))
    if newest.number < (tournament.planned_rounds or 0) and not early:
        raise Refusal("rounds_remaining", played=newest.number, planned=tournament.planned_rounds)
    number = newest.number + 1
    drawn = seed_to_draw(tournament, number) if seed is None else DrawSeed(seed)
    record = read_swiss(tournament)
    table = _table(record)
    draw = draw_lots(table, cut=size, rng=Random(drawn.seed))
    if len(draw.order) < 2:
        raise Refusal("too_few_players", count=len(draw.order), needed=2)
    _write_seeds(record, draw)
    planned = tournament.top_cut
    tournament.phase, tournament.top_cut = Tournament.Phase.TOP_CUT, size
    tournament.save(update_fields=["phase", "top_cut"])
    facts = {"cut": size, "lots": [_lot_facts(lot) for lot in draw.lots]}
    seeded = Seeded(drawn, tuple((row.rank, row.entrant) for row in table), size)
    round = _pair_cut_round(actor, tournament, number, facts=facts, seeded=seeded)
    write_log(
        tournament,
        actor,
        "top_cut_started",
        size=size,
        planned=planned,
        players=len(draw.order),
        lots=[[record.registrations[key].name for key in lot.entrants] for lot in draw.lots],
    )
    return round


def _last_swiss_round(tournament: Tournament) -> Round:
    if tournament.phase == Tournament.Phase.TOP_CUT:
        raise Conflict("top_cut_already_started")
    if tournament.phase != Tournament.Phase.SWISS:
        raise Conflict("not_running", phase=tournament.phase)
    newest = newest_round(tournament)
    if newest is None:
        raise Refusal("no_round_played")
    if newest.status != Round.Status.COMPLETED:
        raise Conflict("round_open", **refusal_facts(newest), status=newest.status)
    return newest


def _table(record: SwissRecord) -> list[Standing]:
    """The rows of those who are still in."""
    return [row for row in record.standings() if record.registrations[row.entrant].status == Registration.Status.ACTIVE]


def _lot_facts(lot: DrawnLot) -> dict[str, object]:
    return {"rank": lot.rank, "entrants": list(lot.entrants), "decides_cut": lot.decides_cut}


def _write_seeds(record: SwissRecord, draw: LotsDraw) -> None:
    lots = {key: place for lot in draw.lots for place, key in enumerate(lot.entrants, start=1)}
    seeds = {key: seed for seed, key in enumerate(draw.order, start=1)}
    entries = [entry for key, entry in record.registrations.items() if key in lots or key in seeds]
    for entry in entries:
        entry.seed, entry.lot = seeds.get(entry.pk), lots.get(entry.pk)
    Registration.objects.bulk_update(entries, ["seed", "lot"])


@dataclass(frozen=True)
class Seeded:
    """How a cut was seeded: the seed of its lots, rank and entry of everybody still in, and its size."""

    drawn: DrawSeed
    table: tuple[tuple[int, int], ...]
    size: int


def _pair_cut_round(
    actor: Actor, tournament: Tournament, number: int, *, facts: dict[str, object], seeded: Seeded | None = None
) -> Round:
    seed = seeded.drawn.seed if seeded is not None else 0
    round = Round.objects.create(
        tournament=tournament, number=number, stage=Round.Stage.TOP_CUT, seed=seed, pairing=facts
    )
    cut = read_cut(tournament)
    assert cut is not None
    round.best_of = tournament.cut_length(cut.bracket.size >> (number - cut.first_round))
    round.save(update_fields=["best_of"])
    create_cut_matches(round, round_pairs(cut.bracket, cut.results, number - cut.first_round + 1), cut.registrations)
    if number == cut.first_round:
        create_cut_byes(round, cut)
    table, size = (seeded.table, seeded.size) if seeded is not None else ((), 0)
    step = record_bracket(cut.bracket, cut.results, number - cut.first_round + 1, table=table, size=size)
    write_step(actor, tournament, number, BRACKET, step, seeded.drawn if seeded is not None else None)
    return round


def pair_next_cut_round(*, actor: Actor, tournament: Tournament, newest: Round) -> Round:
    """The draft of the next cut round: the winners meet by the bracket. The tournament's row is locked.

    A round in which nobody has an opponent is over at once, without a table, and the one after it is paired. Raises
    Refusal `all_rounds_played`, `too_few_tables`.
    """
    cut = read_cut(tournament)
    pairs = next_round_pairs(cut.bracket, cut.results) if cut is not None else ()
    if cut is None or not pairs:
        raise Refusal("all_rounds_played", played=newest.number)
    number = cut.first_round + pairs[0].key.round - 1
    for passed in range(newest.number + 1, number):
        _pass_cut_round(actor, tournament, passed)
        step = record_bracket(cut.bracket, cut.results, passed - cut.first_round + 1)
        write_step(actor, tournament, passed, BRACKET, step)
    return _pair_cut_round(actor, tournament, number, facts={"cut": tournament.top_cut})


def _pass_cut_round(actor: Actor, tournament: Tournament, number: int) -> None:
    now = timezone.now()
    Round.objects.create(
        tournament=tournament,
        number=number,
        stage=Round.Stage.TOP_CUT,
        status=Round.Status.COMPLETED,
        published_at=now,
        completed_at=now,
    )
    write_log(tournament, actor, "cut_round_passed", round=number)


@transaction.atomic
def discard_top_cut(*, actor: Actor, tournament_id: int) -> Tournament:
    """Undo the top cut: its only round and its seeds are deleted, and the event is at the end of its Swiss rounds.

    Raises Conflict `no_top_cut`, and `round_has_rulings` or `round_has_results` once anything was ruled or played.
    """
    tournament = lock_tournament(tournament_id)
    permissions.require(actor, Action.RUN_ROUNDS, tournament)
    if tournament.phase != Tournament.Phase.TOP_CUT:
        raise Conflict("no_top_cut", phase=tournament.phase)
    rounds = list(tournament.rounds.filter(stage=Round.Stage.TOP_CUT).order_by("number"))
    if any(has_rulings(round) for round in rounds):
        raise Conflict("round_has_rulings", **refusal_facts(rounds[0]))
    if len(rounds) > 1 or any(has_results(round) for round in rounds):
        raise Conflict("round_has_results", **refusal_facts(rounds[0]))
    for round in rounds:
        withdraw_calls(actor, round)
    withdraw_top_cut(tournament)
    write_log(tournament, actor, "top_cut_discarded")
    for round in rounds:
        write_step(actor, tournament, round.number, DISCARDED)
        commit_seed(tournament, round.number)  # The former one may be public.
    return tournament


def withdraw_top_cut(tournament: Tournament) -> None:
    """Delete the cut's rounds and seeds and go back to the Swiss phase, with the size of the cut that was planned
    before; the callers have checked that they may.
    """
    for round in tournament.rounds.filter(stage=Round.Stage.TOP_CUT):
        round.delete()
    tournament.registrations.filter(seed__isnull=False).update(seed=None)
    tournament.registrations.filter(lot__isnull=False).update(lot=None)
    started = LogEntry.objects.filter(tournament=tournament, verb="top_cut_started").order_by("-pk").first()
    if started is not None:
        tournament.top_cut = started.facts.get("planned", tournament.top_cut)
    tournament.phase = Tournament.Phase.SWISS
    tournament.save(update_fields=["phase", "top_cut"])
