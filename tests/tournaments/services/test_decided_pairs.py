"""Deciding that two players of a draft meet, or do not: what it costs, whom it moves, and that it stays decided."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.refusals import Conflict, Refusal
from tests.people_and_events import enter, make_event, owner_of
from tests.refused import refused
from tests.running_events import finish_round, pair, publish, start_event
from tournaments.models import AssignedRound, Bye, DecidedPair, KeepApart, Round, Tournament
from tournaments.play.divisions import read_lines
from tournaments.queries.receipts import receipt_of
from tournaments.receipts.checking import check_text
from tournaments.services.decided_pairs import DraftPlan, apply_decision, plan_decision
from tournaments.services.decisions import Decision, What
from tournaments.services.drafts import discard_draft, pair_again, pair_next_round, swap_players
from tournaments.services.entries import drop
from tournaments.services.rounds import publish_round
from tournaments.services.start import start_tournament
from tournaments.swiss.costs import Levels
from tournaments.views.public.by_hand import by_hand_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def second_draft(players: int) -> Round:
    event = start_event(players, planned_rounds=4)
    finish_round(publish(event))
    return pair(event)


def publish_draft(event: Tournament) -> Round:
    return publish_round(actor=owner_of(event), round_id=event.rounds.get(status="draft").pk)


def strangers(draft: Round) -> tuple[int, int]:
    """Two who do not meet in the draft and have not met before."""
    met = {frozenset(pair) for one in draft.tournament.rounds.all() for pair in pairs_of(one)}
    keys = list(draft.tournament.registrations.order_by("pk").values_list("pk", flat=True))
    return next((one, two) for one in keys for two in keys if one < two and frozenset((one, two)) not in met)


def pairs_of(round: Round) -> list[tuple[int, int]]:
    return list(round.matches.values_list("player1", "player2"))


def meeting(round: Round) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs_of(round)}


def planned(draft: Round, what: What, one: int, other: int, *, again: bool = False) -> DraftPlan:
    decision = Decision(what, one, other, again)
    return plan_decision(actor=owner_of(draft.tournament), round_id=draft.pk, decision=decision)


def made(draft: Round, what: What, one: int, other: int, *, again: bool = False, reason: str = "a stream") -> Round:
    plan = planned(draft, what, one, other, again=again)
    return apply_decision(
        actor=owner_of(draft.tournament),
        round_id=draft.pk,
        decision=plan.decision,
        fingerprint=plan.fingerprint,
        reason=reason,
    )


def everybody_once(round: Round) -> bool:
    tables = list(round.matches.values_list("table", flat=True))
    return everybody_has_one_place(round) and sorted(tables) == list(range(1, len(tables) + 1))


def everybody_has_one_place(round: Round) -> bool:
    """As above, where tables that stay may leave one empty."""
    seated = [key for pair in pairs_of(round) for key in pair] + list(round.byes.values_list("registration", flat=True))
    active = round.tournament.registrations.filter(status="active").values_list("pk", flat=True)
    return sorted(seated) == sorted(active)


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("players", [6, 9, 16])
def test_two_meet_and_the_others_are_paired_around_them(players: int, again: bool) -> None:
    draft = second_draft(players)
    one, other = strangers(draft)
    plan = planned(draft, What.MEET, one, other, again=again)
    draft.refresh_from_db()
    assert not DecidedPair.objects.exists()  # Planning writes nothing.
    before = meeting(draft)
    after = made(draft, What.MEET, one, other, again=again)
    assert frozenset((one, other)) in meeting(after)
    assert everybody_once(after)
    assert after.pairing["achieved"] == plan.paired.achieved._asdict()
    assert plan.paired.achieved >= plan.now
    assert after.edited_by_hand
    assert after.pairing["certified"]
    if not again:
        assert len(before & meeting(after)) >= len(before) - 3


def test_what_is_planned_is_counted_as_the_draft_counts_it() -> None:
    """The levels shown are those of the whole round, the decided pair with them."""
    draft = second_draft(10)
    one, other = pairs_of(draft.tournament.rounds.get(number=1))[0]
    plan = planned(draft, What.MEET, one, other)
    assert plan.paired.achieved.repeats == plan.now.repeats + 1
    after = made(draft, What.MEET, one, other)
    assert [sorted(pair) for pair in after.pairing["rematches"]] == [sorted((one, other))]
    counted = Levels(**after.pairing["achieved"])
    swap_there_and_back(after)
    after.refresh_from_db()
    assert Levels(**after.pairing["achieved"]) == counted


def swap_there_and_back(draft: Round) -> None:
    (one, _), (two, _) = pairs_of(draft)[:2]
    for _turn in range(2):
        swap_players(actor=owner_of(draft.tournament), round_id=draft.pk, registration_a=one, registration_b=two)


def test_a_draft_edited_back_is_still_one_that_was_decided_by_hand() -> None:
    draft = second_draft(8)
    draft = made(draft, What.APART, *pairs_of(draft)[0])
    swap_there_and_back(draft)
    draft.refresh_from_db()
    assert draft.edited_by_hand
    assert draft.pairing["decided"]


@pytest.mark.parametrize("what", [What.APART, What.NEVER])
def test_two_do_not_meet(what: What) -> None:
    draft = second_draft(8)
    one, other = pairs_of(draft)[0]
    after = made(draft, what, one, other)
    assert frozenset((one, other)) not in meeting(after)
    assert everybody_once(after)
    assert KeepApart.objects.filter(is_hard=True).exists() == (what is What.NEVER)
    assert DecidedPair.objects.filter(meets=False).exists() == (what is What.APART)


def test_apart_for_the_round_says_nothing_about_the_next() -> None:
    draft = second_draft(4)
    one, other = pairs_of(draft)[0]
    made(draft, What.APART, one, other)
    finish_round(publish_draft(draft.tournament))
    assert frozenset((one, other)) in meeting(pair(draft.tournament))  # The one opponent that is left.


def test_it_stays_decided_however_often_the_round_is_paired() -> None:
    draft = second_draft(8)
    one, other = strangers(draft)
    draft = made(draft, What.MEET, one, other)
    owner = owner_of(draft.tournament)
    for _ in range(3):
        draft = pair_again(actor=owner, round_id=draft.pk)
        assert frozenset((one, other)) in meeting(draft)
        assert everybody_once(draft)
    discard_draft(actor=owner, round_id=draft.pk)
    draft = pair_next_round(actor=owner, tournament_id=draft.tournament_id, number=2)
    assert frozenset((one, other)) in meeting(draft)
    assert draft.edited_by_hand


def test_taken_back_the_round_is_paired_as_if_nothing_had_been_decided() -> None:
    draft = second_draft(8)
    least = draft.pairing["achieved"]
    one, other = pairs_of(draft.tournament.rounds.get(number=1))[0]
    draft = made(draft, What.MEET, one, other)
    assert draft.pairing["achieved"] != least
    draft = made(draft, What.FREE, one, other, reason="")
    assert draft.pairing["achieved"] == least
    assert not DecidedPair.objects.exists()
    refused("nothing_decided", planned, Refusal, draft=draft, what=What.FREE, one=one, other=other)


def test_never_meeting_can_be_taken_back_from_the_draft() -> None:
    draft = second_draft(8)
    one, other = pairs_of(draft)[0]
    draft = made(draft, What.NEVER, one, other)
    made(draft, What.FREE, one, other, reason="")
    assert not KeepApart.objects.exists()


def test_one_who_has_left_decides_nothing() -> None:
    draft = second_draft(9)
    one, other = strangers(draft)
    draft = made(draft, What.MEET, one, other)
    owner = owner_of(draft.tournament)
    discard_draft(actor=owner, round_id=draft.pk)
    drop(actor=owner, registration_id=one)
    assert everybody_once(pair(draft.tournament))


def test_divisions_paired_apart_meet_where_it_is_decided() -> None:
    divisions = read_lines("少年组 / Junior, 2015-\n大师组 / Masters, -2014")
    event = make_event(planned_rounds=3, divisions=divisions)
    event.division_mode = Tournament.DivisionMode.APART
    event.save()
    enter(event, *"ABCDEFGH")
    keys = list(event.registrations.order_by("pk").values_list("pk", flat=True))
    for place, key in enumerate(keys):
        event.registrations.filter(pk=key).update(division=divisions[place % 2].code, division_by_hand=True)
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    draft = made(pair(event), What.MEET, keys[0], keys[1])
    assert frozenset(keys[:2]) in meeting(draft)
    seated = [key for pair in pairs_of(draft) for key in pair]
    assert sorted(seated + list(draft.byes.values_list("registration", flat=True))) == keys
    assert len(set(draft.matches.values_list("table", flat=True))) == 3  # Those that stay leave one empty.
    part = dict(event.registrations.values_list("pk", "division"))
    others = meeting(draft) - {frozenset(keys[:2])}
    assert all(len({part[key] for key in pair}) == 1 for pair in others)


def test_everybody_reads_that_two_meet_and_why_but_not_who_is_kept_apart() -> None:
    draft = second_draft(8)
    one, other = strangers(draft)
    draft = made(draft, What.MEET, one, other, reason="the stream table")
    apart = next(pair for pair in pairs_of(draft) if not {one, other} & set(pair))
    draft = made(draft, What.APART, *apart, reason="a quarrel")
    said = " ".join(line.words for line in by_hand_in(draft))
    assert "the stream table" in said or "原因：the stream table" in said
    assert "a quarrel" not in said
    shown = draft.tournament.registrations.get(pk=apart[0]).name
    assert shown not in said
    log = draft.tournament.log.filter(verb="pairing_decided")
    assert [line.facts["reason"] for line in log.order_by("pk")] == ["the stream table", "a quarrel"]


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("players", [9, 8])
def test_one_has_the_bye_and_the_others_are_paired_around_that(players: int, again: bool) -> None:
    """Where the number was even somebody else has the bye besides."""
    draft = second_draft(players)
    keys = pairs_of(draft)[0]
    plan = planned(draft, What.BYE, keys[0], 0, again=again)
    assert not AssignedRound.objects.exists()  # Planning writes nothing.
    assert keys[0] in plan.moved
    after = made(draft, What.BYE, keys[0], 0, again=again)
    assert after.byes.get(kind=Bye.Kind.AWARDED).registration_id == keys[0]
    assert after.byes.filter(kind=Bye.Kind.PAIRED).count() == (players % 2 == 0)
    assert everybody_has_one_place(after)
    assert after.edited_by_hand
    assert after.pairing["certified"]
    assert any("a stream" in line.words for line in by_hand_in(after))
    back = made(after, What.PAIRED, keys[0], 0, reason="")
    assert not AssignedRound.objects.exists()
    assert everybody_has_one_place(back)
    assert back.pairing["achieved"] == draft.pairing["achieved"]


def test_the_bye_by_hand_costs_what_it_would_cost_as_a_pairing() -> None:
    """Who had one already pays for the second, although the pairing of the others is none the worse."""
    draft = second_draft(9)
    had = draft.tournament.rounds.get(number=1).byes.get().registration_id
    plan = planned(draft, What.BYE, had, 0)
    assert plan.then.repeats == plan.now.repeats + 1
    assert plan.paired.achieved.repeats == plan.now.repeats
    draft = made(draft, What.BYE, had, 0)
    back = planned(draft, What.PAIRED, had, 0)
    assert (back.now, back.then) == (plan.then, plan.now)


def test_a_bye_by_hand_stays_however_often_the_round_is_paired() -> None:
    draft = second_draft(9)
    key = pairs_of(draft)[0][0]
    draft = made(draft, What.BYE, key, 0)
    draft = pair_again(actor=owner_of(draft.tournament), round_id=draft.pk)
    assert draft.byes.get().registration_id == key
    assert everybody_once(draft)


def test_the_receipt_of_a_bye_by_hand_agrees_and_is_for_everybody() -> None:
    draft = second_draft(9)
    draft = made(draft, What.BYE, pairs_of(draft)[0][0], 0)
    receipt = receipt_of(publish_draft(draft.tournament))
    assert receipt is not None
    assert not receipt.shows_kept_apart
    verdict = check_text(json.dumps(receipt.document))
    assert not verdict.findings
    assert verdict.proved


def test_refusals_of_byes() -> None:
    draft = second_draft(8)
    (one, two), (three, _four) = pairs_of(draft)[:2]
    refused("not_in_round", planned, Refusal, draft=draft, what=What.BYE, one=10**6, other=0)
    refused("nothing_assigned", planned, Refusal, draft=draft, what=What.PAIRED, one=one, other=0)
    plan = planned(draft, What.BYE, one, 0)
    given = {"actor": owner_of(draft.tournament), "round_id": draft.pk, "decision": plan.decision}
    refused("reason_required", apply_decision, Refusal, **given, fingerprint=plan.fingerprint, reason=" ")
    draft = made(draft, What.MEET, one, two)
    refused("decided_already", planned, Refusal, draft=draft, what=What.BYE, one=one, other=0)
    draft = made(draft, What.BYE, three, 0)
    refused("not_in_round", planned, Refusal, draft=draft, what=What.BYE, one=three, other=0)


def test_refusals() -> None:
    draft = second_draft(6)
    one, other = strangers(draft)
    refused("choose_two_players", planned, Refusal, draft=draft, what=What.MEET, one=one, other=one)
    refused("not_in_round", planned, Refusal, draft=draft, what=What.MEET, one=one, other=10**6)
    plan = planned(draft, What.MEET, one, other)
    given = {"actor": owner_of(draft.tournament), "round_id": draft.pk, "decision": plan.decision}
    refused("reason_required", apply_decision, Refusal, **given, fingerprint=plan.fingerprint, reason=" ")
    refused("draft_changed", apply_decision, Conflict, **given, fingerprint="0" * 32, reason="x")
    draft = made(draft, What.MEET, one, other)
    third = next(key for pair in pairs_of(draft) for key in pair if key not in (one, other))
    refused("decided_already", planned, Refusal, draft=draft, what=What.MEET, one=one, other=third)
    publish_draft(draft.tournament)
    refused("round_not_draft", planned, Conflict, draft=draft, what=What.MEET, one=one, other=other)


def test_not_everybody_is_decided_by_hand() -> None:
    event = start_event(4, planned_rounds=3)
    draft = pair(event)
    (one, two), (three, four) = pairs_of(draft)
    draft = made(draft, What.MEET, one, two)
    refused("all_pairs_decided", planned, Refusal, draft=draft, what=What.MEET, one=three, other=four)


@settings(max_examples=6, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11), st.sampled_from(["meet", "apart"])), max_size=4))
def test_whatever_is_decided_holds(decisions: list[tuple[int, int, str]]) -> None:
    draft = pair(start_event(12, planned_rounds=4))
    keys = list(draft.tournament.registrations.order_by("pk").values_list("pk", flat=True))
    stands: dict[frozenset[int], bool] = {}
    for one, other, what in decisions:
        try:
            draft = made(draft, What(what), keys[one], keys[other], again=bool((one + other) % 2))
        except Refusal:
            continue
        stands[frozenset((keys[one], keys[other]))] = what == "meet"
        assert everybody_once(draft)
        assert all((pair in meeting(draft)) == meets for pair, meets in stands.items())
    rows = DecidedPair.objects.filter(tournament=draft.tournament).count()
    assert rows == len(stands)
