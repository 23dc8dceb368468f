"""The top cut, or one for each division: starting it from the standings, pairing its next round, and undoing it while
nothing is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments import permissions
from tournaments.models import LogEntry, Registration, Round, Tournament
from tournaments.models.tournament import CUT_SIZES
from tournaments.permissions import Action
from tournaments.play.bracket import round_pairs
from tournaments.pods.finals import FINAL_SIZES, MIN_SEEDED
from tournaments.queries.bracket import next_cut_round, read_cuts
from tournaments.queries.cut_drops import is_in_cut
from tournaments.queries.cut_rounds import division_codes, division_in_cut
from tournaments.queries.division_cuts import division_cuts
from tournaments.queries.records import Record, read_record
from tournaments.queries.rounds import has_results, has_rulings, newest_round, refusal_facts
from tournaments.receipts.bracket_round import record_brackets
from tournaments.receipts.document import BRACKET, DISCARDED
from tournaments.receipts.final_pods import record_first_finals
from tournaments.scoring.lots import DrawnLot, LotsDraw, Placed, draw_lots
from tournaments.services.advance import create_cut_byes, create_cut_matches, drawn_in
from tournaments.services.calls import withdraw_calls
from tournaments.services.division_cuts import check_sizes, sizes_in_log
from tournaments.services.final_pods import seat_first_finals, seat_next_final
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log
from tournaments.services.pairing_steps import DrawSeed, commit_seed, seed_to_draw, write_step

SIZES = CUT_SIZES


def cut_sizes(tournament: Tournament) -> tuple[int, ...]:
    """How many a top cut of the event can be for."""
    return FINAL_SIZES if tournament.is_in_pods else SIZES


@dataclass(frozen=True)
class Field:
    """Who is seeded into one bracket: the division it is of (empty: everybody), its size, and the rows of all who are
    still in, in the order of the table.
    """

    division: str
    size: int
    table: tuple[Placed, ...]


@transaction.atomic
def start_top_cut(
    *,
    actor: Actor,
    tournament_id: int,
    size: int | None = None,
    sizes: Mapping[str, int | None] | None = None,
    early: bool = False,
    seed: int | None = None,
) -> Round:
    """Seed the best of the Swiss table into a bracket and pair its first round as a draft, which is returned.

    `size` (2, 4, 8, 16, 32) replaces the planned one. Where each division has a cut, the best of each are seeded into a
    bracket of its own, in the same rounds; `sizes` replace the planned ones by the codes of the divisions (0: no cut),
    and a division with fewer than two players left has none. Players who have left are skipped, those who
    left after the Swiss rounds by the setting of the event (`Tournament.cut_drop`). True ties are broken by
    lots drawn with the round's committed seed (or with `seed`), only where a place or a seed of the cut depends on
    them. In pods `size` is 4 or 16, and the seeds play final pods.
    Fewer players than places: the highest seeds have byes. Raises Conflict `top_cut_already_started`, `not_running`,
    `round_open`, Refusal `no_top_cut_planned`, `unknown_size`, `no_such_division`, `pods_one_final`,
    `no_round_played`, `rounds_remaining` (unless `early`), `too_few_players`, `too_few_tables`.
    """
    tournament = lock_tournament(tournament_id)
    permissions.require(actor, Action.RUN_ROUNDS, tournament)
    newest = _last_swiss_round(tournament)
    record = read_record(tournament)
    fields = _fields(tournament, record, size, sizes or {})
    if newest.number < (tournament.planned_rounds or 0) and not early:
        raise Refusal("rounds_remaining", played=newest.number, planned=tournament.planned_rounds)
    number = newest.number + 1
    drawn = seed_to_draw(tournament, number) if seed is None else DrawSeed(seed)
    draws = [
        draw_lots(field.table, cut=field.size, rng=Random(drawn.seed + place)) for place, field in enumerate(fields)
    ]
    _write_seeds(record, draws)
    planned = {"planned": tournament.top_cut, "planned_by_division": tournament.division_cuts}
    largest = max(field.size for field in fields)
    tournament.phase, tournament.top_cut = Tournament.Phase.TOP_CUT, largest
    if tournament.cuts_apart:
        none = dict.fromkeys(division_codes(tournament), 0)
        tournament.division_cuts = none | {field.division: field.size for field in fields}
    tournament.save(update_fields=["phase", "top_cut", "division_cuts"])
    facts = {"cut": largest, "lots": [_lot_facts(lot) for draw in draws for lot in draw.lots]}
    if tournament.is_in_pods:
        round = seat_first_finals(tournament, number, draws[0].order, seed=drawn.seed, facts=facts)
        step = record_first_finals(fields[0].table, fields[0].size, draws[0].order)
        write_step(actor, tournament, number, BRACKET, step, drawn)
    else:
        round = _pair_cut_round(actor, tournament, number, 1, facts=facts, seeded=Seeded(drawn, tuple(fields)))
    divisions = {field.division: field.size for field in fields if field.division}
    write_log(
        tournament,
        actor,
        "top_cut_started",
        size=largest,
        **planned,
        divisions=sizes_in_log(tournament, divisions),
        players=sum(len(draw.order) for draw in draws),
        lots=[[record.registrations[key].name for key in lot.entrants] for draw in draws for lot in draw.lots],
    )
    return round


def _fields(tournament: Tournament, record: Record, size: int | None, sizes: Mapping[str, int | None]) -> list[Field]:
    """Who is seeded into which bracket; at least one, and each with two players or more."""
    known = cut_sizes(tournament)
    if size is not None and size not in known:
        raise Refusal("unknown_size", field="size", size=size, known=list(known))
    table = _table(record)
    if not tournament.cuts_apart:
        if tournament.is_in_pods:
            check_sizes(tournament, sizes)
        size = tournament.top_cut if size is None else size
        if not size:
            raise Refusal("no_top_cut_planned", field="size")
        needed = MIN_SEEDED.get(size, 2) if tournament.is_in_pods else 2
        if len(table) < needed:
            raise Refusal("too_few_players", count=len(table), needed=needed)
        return [Field("", size, tuple(table))]
    check_sizes(tournament, sizes)
    own: dict[str, list[Placed]] = {}
    for row in table:
        own.setdefault(division_in_cut(tournament, record.registrations[row.entrant].division), []).append(row)
    fields = []
    for planned in division_cuts(tournament):
        code = planned.division.code
        wanted = size if size is not None else sizes.get(code)
        places = planned.size if wanted is None else wanted
        if places and len(own.get(code, ())) >= 2:
            fields.append(Field(code, places, tuple(own[code])))
    if not fields:
        raise Refusal("no_top_cut_planned", field="size")
    return fields


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


def _table(record: Record) -> list[Placed]:
    """The rows of those who are still in, or whose opponents are to advance."""
    return [row for row in record.standings() if is_in_cut(record.tournament, record.registrations[row.entrant])]


def _lot_facts(lot: DrawnLot) -> dict[str, object]:
    return {"rank": lot.rank, "entrants": list(lot.entrants), "decides_cut": lot.decides_cut}


def _write_seeds(record: Record, draws: Iterable[LotsDraw]) -> None:
    lots: dict[int, int] = {}
    seeds: dict[int, int] = {}
    for draw in draws:
        lots |= {key: place for lot in draw.lots for place, key in enumerate(lot.entrants, start=1)}
        seeds |= {key: seed for seed, key in enumerate(draw.order, start=1)}
    entries = [entry for key, entry in record.registrations.items() if key in lots or key in seeds]
    for entry in entries:
        entry.seed, entry.lot = seeds.get(entry.pk), lots.get(entry.pk)
    Registration.objects.bulk_update(entries, ["seed", "lot"])


@dataclass(frozen=True)
class Seeded:
    """How the cuts were seeded: the seed of their lots, and who was seeded into which."""

    drawn: DrawSeed
    fields: tuple[Field, ...]


def _pair_cut_round(
    actor: Actor,
    tournament: Tournament,
    number: int,
    in_cut: int,
    *,
    facts: dict[str, object],
    seeded: Seeded | None = None,
) -> Round:
    """The draft of round `number`, the one `in_cut` of the brackets, with the matches of every bracket that has any."""
    seed = seeded.drawn.seed if seeded is not None else 0
    round = Round.objects.create(
        tournament=tournament, number=number, stage=Round.Stage.TOP_CUT, seed=seed, pairing=facts
    )
    cuts = [cut for cut in read_cuts(tournament) if in_cut <= cut.bracket.rounds]
    pairs = [(cut, pair) for cut in cuts for pair in round_pairs(cut.bracket, cut.results, in_cut)]
    playing = {cut.division: cut for cut, _pair in pairs}.values() or cuts
    round.best_of = max(tournament.cut_length(cut.players_in(in_cut)) for cut in playing)
    round.save(update_fields=["best_of"])
    create_cut_matches(round, pairs)
    if in_cut == 1:
        for cut in cuts:
            create_cut_byes(round, cut)
    brackets = drawn_in(cuts, in_cut)
    if seeded is not None:
        tables = {field.division: tuple((row.rank, row.entrant) for row in field.table) for field in seeded.fields}
        sizes = {field.division: field.size for field in seeded.fields}
        brackets = [replace(one, table=tables[one.division], size=sizes[one.division]) for one in brackets]
    step = record_brackets(brackets, in_cut)
    write_step(actor, tournament, number, BRACKET, step, seeded.drawn if seeded is not None else None)
    return round


def pair_next_cut_round(*, actor: Actor, tournament: Tournament, newest: Round) -> Round:
    """The draft of the next cut round: the winners meet by the brackets. The tournament's row is locked.

    A round in which nobody has an opponent is over at once, without a table, and the one after it is paired; in pods
    it is the final. Raises Refusal `all_rounds_played`, `too_few_tables`.
    """
    if tournament.is_in_pods:
        return seat_next_final(actor, tournament, newest)
    cuts = read_cuts(tournament)
    following = next_cut_round(cuts)
    if following is None:
        raise Refusal("all_rounds_played", played=newest.number)
    before = cuts[0].first_round - 1
    number = before + following.number
    for passed in range(newest.number + 1, number):
        _pass_cut_round(actor, tournament, passed)
        step = record_brackets(drawn_in(cuts, passed - before), passed - before)
        write_step(actor, tournament, passed, BRACKET, step)
    return _pair_cut_round(actor, tournament, number, following.number, facts={"cut": tournament.top_cut})


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
    """Delete the cut's rounds and seeds and go back to the Swiss phase, with the sizes that were planned
    before; the callers have checked that they may.
    """
    for round in tournament.rounds.filter(stage=Round.Stage.TOP_CUT):
        round.delete()
    tournament.registrations.filter(seed__isnull=False).update(seed=None)
    tournament.registrations.filter(lot__isnull=False).update(lot=None)
    started = LogEntry.objects.filter(tournament=tournament, verb="top_cut_started").order_by("-pk").first()
    if started is not None:
        tournament.top_cut = started.facts.get("planned", tournament.top_cut)
        tournament.division_cuts = started.facts.get("planned_by_division", tournament.division_cuts)
    tournament.phase = Tournament.Phase.SWISS
    tournament.save(update_fields=["phase", "top_cut", "division_cuts"])
