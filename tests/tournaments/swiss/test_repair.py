"""repair_round: best for the corrected standings, and among the best the one that keeps the most tables."""

import random
from dataclasses import replace

import pytest

from tournaments.swiss import repair, standing
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.repair import PublishedTable, RepairResult, repair_round
from tournaments.swiss.settings import PairingSettings, TableSettings

from .checker import check_round
from .events import EventPlan, play_event
from .fields import random_field
from .oracle import cost_of, every_pairing


def published(result: PairingResult) -> tuple[PublishedTable, ...]:
    return tuple(PublishedTable(table, pair) for table, pair in zip(result.tables, result.pairs, strict=True))


def corrected(history: PairingHistory, rng: random.Random) -> PairingHistory:
    """The field after corrections: scores and byes changed, players gone, sometimes a new one."""
    entrants = []
    for entrant in history.entrants:
        fate = rng.random()
        if fate < 0.1:
            continue
        if fate < 0.25:
            entrant = replace(entrant, score=rng.choice(history.entrants).score)
        if fate > 0.95:
            entrant = replace(entrant, had_bye=1 - entrant.had_bye)
        entrants.append(entrant)
    if rng.random() < 0.2 or not entrants:
        entrants.append(Entrant(9999, score=rng.choice(history.entrants).score))
    return replace(history, entrants=tuple(entrants))


def best_and_kept(
    history: PairingHistory, settings: PairingSettings, old: set[frozenset[int]]
) -> tuple[tuple[int, ...], int] | None:
    """By brute force: the least cost and the largest number of published pairs among pairings of that cost."""
    best = None
    for pairs, bye in every_pairing(tuple(history.by_id)):
        cost = cost_of(history, settings, pairs, bye)
        if cost is not None:
            found = (cost, -sum(frozenset(pair) in old for pair in pairs))
            best = found if best is None else min(best, found)
    return None if best is None else (best[0], -best[1])


def check_kept_tables(repaired: RepairResult, before: PairingResult) -> None:
    old = {frozenset(pair): table for table, pair in zip(before.tables, before.pairs, strict=True)}
    now = dict(zip(repaired.pairing.pairs, repaired.pairing.tables, strict=True))
    assert {pair for pair in now if frozenset(pair) in old} >= set(repaired.kept)
    assert all(now[pair] == old[frozenset(pair)] for pair in repaired.kept)
    assert len(set(repaired.pairing.tables)) == len(repaired.pairing.tables)


@pytest.mark.parametrize("block", range(12))
def test_brute_force_keeps_no_more(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repair, "MAX_SMALL_FIELD", 0 if block % 3 else 40)
    monkeypatch.setattr(standing, "MAX_REJECTION_SIZE", 1 if block % 3 == 1 else 64)
    for seed in range(600_000 + block * 60, 600_000 + block * 60 + 60):
        rng = random.Random(seed)
        history, settings = random_field(rng, 2, 8)
        try:
            before = pair_round(history, settings, rng)
        except NoLegalPairing:
            continue
        after = corrected(history, rng)
        best = best_and_kept(after, settings, {frozenset(pair) for pair in before.pairs})
        if best is None:
            with pytest.raises(NoLegalPairing):
                repair_round(after, settings, published(before), rng)
            continue
        repaired = repair_round(after, settings, published(before), rng, published_bye=before.bye)
        assert (repaired.pairing.achieved, len(repaired.kept)) == best, seed
        assert repaired.kept_bound == best[1]
        assert repaired.certified
        assert repaired.pairing.achieved == cost_of(after, settings, repaired.pairing.pairs, repaired.pairing.bye)
        check_kept_tables(repaired, before)


@pytest.mark.parametrize("players", [60, 131, 400])
def test_large_rounds_move_few_tables_and_stay_best(players: int) -> None:
    rng = random.Random(players)
    *_, (history, before) = play_event(EventPlan(players, 6), players)
    entrants = list(history.entrants)
    entrants[5] = replace(entrants[5], score=entrants[5].score + 3)
    after = replace(history, entrants=tuple(entrants))
    repaired = repair_round(after, PairingSettings(), published(before), rng, published_bye=before.bye)
    check_round(after, PairingSettings(), repaired.pairing)
    check_kept_tables(repaired, before)
    assert repaired.certified
    assert len(repaired.moved) <= 30
    witness = repaired.pairing.witness
    assert witness is not None
    assert len(witness.ground.alone) < players // 2, "the full graph is not the way for a large field"
    assert len(repaired.kept) + len(repaired.moved) // 2 == len(repaired.pairing.pairs)


def test_nothing_moves_when_nothing_changed() -> None:
    *_, (history, before) = play_event(EventPlan(60, 5), 4)
    repaired = repair_round(history, PairingSettings(), published(before), random.Random(1), published_bye=before.bye)
    assert repaired.moved == ()
    assert dict(zip(repaired.pairing.tables, repaired.pairing.pairs, strict=True)).keys() == set(before.tables)
    assert {frozenset(pair) for pair in repaired.kept} == {frozenset(pair) for pair in before.pairs}


def test_two_left_over_by_drops_meet_each_other() -> None:
    field = PairingHistory(tuple(Entrant(number) for number in range(1, 9)))
    seats = tuple(PublishedTable(table, (2 * table - 1, 2 * table)) for table in (1, 2, 3, 4))
    after = replace(field, entrants=tuple(entrant for entrant in field.entrants if entrant.id not in (2, 5)))
    repaired = repair_round(after, PairingSettings(), seats, random.Random(1))
    assert set(repaired.kept) == {(3, 4), (7, 8)}
    assert dict(zip(repaired.pairing.pairs, repaired.pairing.tables, strict=True)) == {(1, 6): 1, (3, 4): 2, (7, 8): 4}
    assert repaired.moved == (1, 6)


def test_a_fixed_seat_taken_by_a_kept_pair_is_not_given_twice() -> None:
    entrants = (Entrant(1), Entrant(2), Entrant(3, fixed_table=1), Entrant(4))
    seats = (PublishedTable(1, (1, 2)), PublishedTable(2, (3, 9)), PublishedTable(3, (4, 8)))
    settings = PairingSettings(tables=TableSettings())
    repaired = repair_round(PairingHistory(entrants), settings, seats, random.Random(1))
    assert dict(zip(repaired.pairing.pairs, repaired.pairing.tables, strict=True)) == {(1, 2): 1, (3, 4): 2}


def test_a_repair_looks_ahead_too() -> None:
    for seed in range(10):
        for history, before in play_event(EventPlan(6, 5), seed):
            repaired = repair_round(history, PairingSettings(), published(before), random.Random(seed))
            assert repaired.pairing.achieved == before.achieved
            assert len(repaired.kept) == 3


@pytest.mark.parametrize("small_field", [0, 40])
def test_the_bye_stays_when_nothing_speaks_against_it(small_field: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players 2 and 4 have left: their opponents and the bye have equal scores, and any of them could sit out."""
    monkeypatch.setattr(repair, "MAX_SMALL_FIELD", small_field)
    field = PairingHistory(tuple(Entrant(number) for number in (1, 3, 5, 6, 7, 8, 9)))
    seats = tuple(PublishedTable(table, (2 * table - 1, 2 * table)) for table in (1, 2, 3, 4))
    for seed in range(30):
        repaired = repair_round(field, PairingSettings(), seats, random.Random(seed), published_bye=9)
        assert repaired.pairing.bye == 9
        assert set(repaired.kept) == {(5, 6), (7, 8)}
        assert repaired.moved == (1, 3)
        assert repaired.certified
    second = replace(field, entrants=(*field.entrants[:-1], Entrant(9, had_bye=1)))
    assert repair_round(second, PairingSettings(), seats, random.Random(1), published_bye=9).pairing.bye in (1, 3)


def test_nobody_is_lost_when_tables_share_a_number_or_have_none() -> None:
    field = PairingHistory(tuple(Entrant(number) for number in range(1, 11)))
    seats = tuple(
        PublishedTable(table, pair)
        for table, pair in ((1, (1, 2)), (1, (3, 4)), (None, (5, 6)), (None, (7, 8)), (2, (9, 10)))
    )
    repaired = repair_round(field, PairingSettings(), seats, random.Random(1))
    assert sorted(player for pair in repaired.pairing.pairs for player in pair) == list(range(1, 11))
    assert len(repaired.kept) == repaired.kept_bound == 5
    assert sorted(repaired.pairing.tables) == [1, 2, 3, 4, 5]
    assert repaired.moved == (3, 4, 5, 6, 7, 8)
