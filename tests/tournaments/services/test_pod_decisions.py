"""Two players of a draft in pods sit together, or do not, by decision: its cost, its line, its undo, what holds."""

from __future__ import annotations

import pytest

from accounts.refusals import Conflict, Refusal
from tests.events_in_pods import finish_pods, start_pods
from tests.people_and_events import owner_of
from tests.running_events import pair, publish
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import DecidedPair, Round
from tournaments.queries.pod_drafts import pod_draft, pod_draft_marks
from tournaments.queries.receipts import receipt_of
from tournaments.receipts.canonical import canonical
from tournaments.receipts.checking import check_text
from tournaments.services.decisions import Decision, What
from tournaments.services.drafts import pair_again
from tournaments.services.pod_decisions import apply_pod_decision, plan_pod_decision, undo_pod_decision
from tournaments.services.pod_swaps import swap_in_pods
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def second_draft(players: int = 12) -> Round:
    event = start_pods(players)
    finish_pods(publish(event))
    return pair(event)


def apart_in(round: Round) -> tuple[int, int]:
    """The first players of two pods."""
    pods = list(pod_draft(round).pods.values())
    one, other = sorted((pods[0][0], pods[1][0]))
    return one, other


def sit_together(round: Round, one: int, other: int) -> bool:
    return any({one, other} <= set(pod) for pod in pod_draft(round).pods.values())


def decide(round: Round, what: What, one: int, other: int, reason: str = "brothers") -> None:
    decision, owner = Decision(what, one, other), owner_of(round.tournament)
    plan = plan_pod_decision(actor=owner, round_id=round.pk, decision=decision)
    seen = {"fingerprint": plan.fingerprint, "reason": reason}
    apply_pod_decision(actor=owner, round_id=round.pk, decision=decision, **seen)


def test_two_sit_together_by_one_exchange_and_undo_seats_them_back() -> None:
    round = second_draft()
    one, other = apart_in(round)
    before = pod_draft(round)
    decide(round, What.MEET, one, other)
    assert sit_together(round, one, other)
    after = pod_draft(round)
    assert sum(before.places[key] != after.places[key] for key in after.places) == 2
    assert not any(mark.kind == "parted" for mark in pod_draft_marks(round))
    undo_pod_decision(actor=owner_of(round.tournament), round_id=round.pk, one=one, other=other)
    assert pod_draft(round) == before
    assert not DecidedPair.objects.exists()
    round.refresh_from_db()
    assert not round.edited_by_hand


def test_two_do_not_sit_together_and_what_was_edited_since_stays() -> None:
    round = second_draft()
    one, other = sorted(next(iter(pod_draft(round).pods.values()))[:2])
    decide(round, What.APART, one, other)
    assert not sit_together(round, one, other)
    owner, after = owner_of(round.tournament), pod_draft(round)
    keys = [pod[3] for pod in list(after.pods.values())[-2:]]
    swap_in_pods(actor=owner, round_id=round.pk, one=keys[0], other=keys[1])
    undo_pod_decision(actor=owner, round_id=round.pk, one=one, other=other)
    assert not sit_together(round, one, other), "a later edit is not lost"
    with pytest.raises(Refusal) as refused:
        undo_pod_decision(actor=owner, round_id=round.pk, one=one, other=other)
    assert refused.value.code == "nothing_decided"


def test_a_decision_holds_when_the_draft_is_seated_again_and_the_receipt_agrees() -> None:
    round = second_draft()
    one, other = apart_in(round)
    decide(round, What.MEET, one, other)
    owner = owner_of(round.tournament)
    again = pair_again(actor=owner, round_id=round.pk)
    assert sit_together(again, one, other)
    published = publish_round(actor=owner, round_id=again.pk)
    receipt = receipt_of(published)
    assert receipt is not None
    assert check_text(canonical(receipt.document)).agrees


def test_what_does_not_hold_any_more_is_marked_and_asked_about() -> None:
    round = second_draft()
    event = round.tournament
    one, other = apart_in(round)
    decide(round, What.MEET, one, other)
    away = next(pod[0] for pod in pod_draft(round).pods.values() if one not in pod)
    swap_in_pods(actor=owner_of(event), round_id=round.pk, one=one, other=away)
    asked = DeskVisitor(event, owner_of(event)).press("desk_round_publish", 2)
    assert "They were to sit together by decision, and do not" in asked


def test_what_cannot_be_decided_is_refused_and_writes_nothing() -> None:
    round = second_draft(8)
    event, owner = round.tournament, owner_of(round.tournament)
    one, other = apart_in(round)
    for what, keys, code in (
        (What.MEET, (one, one), "choose_two_players"),
        (What.MEET, (one, 0), "not_in_round"),
        (What.NEVER, (one, other), "not_in_pods"),
        (What.FREE, (one, other), "nothing_decided"),
    ):
        with pytest.raises(Refusal) as refused:
            plan_pod_decision(actor=owner, round_id=round.pk, decision=Decision(what, *keys))
        assert refused.value.code == code
    with pytest.raises(Refusal) as refused:
        apply_pod_decision(
            actor=owner, round_id=round.pk, decision=Decision(What.MEET, one, other), fingerprint="x", reason=""
        )
    assert refused.value.code == "reason_required"
    with pytest.raises(Conflict) as stale:
        apply_pod_decision(
            actor=owner, round_id=round.pk, decision=Decision(What.MEET, one, other), fingerprint="x", reason="x"
        )
    assert stale.value.code == "draft_changed"
    mates = [key for pod in pod_draft(round).pods.values() for key in pod if other in pod and key != other]
    for key in mates:
        decide(round, What.MEET, other, key)
    with pytest.raises(Refusal) as refused:
        plan_pod_decision(actor=owner, round_id=round.pk, decision=Decision(What.MEET, one, other))
    assert refused.value.code == "no_such_exchange"
    assert DecidedPair.objects.filter(tournament=event).count() == len(mates)


def test_the_desk_shows_what_it_costs_everybody_reads_the_decision_and_undo_is_one_press() -> None:
    round = second_draft()
    event, (one, other) = round.tournament, apart_in(round)
    people = event.registrations.in_bulk([one, other])
    desk = DeskVisitor(event, owner_of(event))
    assert "They sit together in this round" in desk.read("desk_round", 2)
    sent = {"what": "meet", "one": one, "other": other}
    shown = desk.get("desk_round_decide", 2, query=sent)
    assert_clean(shown)
    assert "Squared differences of points" in words_of(shown)
    plan = plan_pod_decision(actor=owner_of(event), round_id=round.pk, decision=Decision(What.MEET, one, other))
    made = desk.press("desk_round_decide", 2, fingerprint=plan.fingerprint, reason="filmed", **sent)
    assert "The two sit together in this round." in made
    assert "filmed" in desk.read("desk_round", 2)
    asked = desk.publish_as_asked(2)
    assert "published" in asked
    public = words_of(browser().get(f"/t/{event.code}/pairings/2/"))
    assert f"The staff decided that {people[one].name} and {people[other].name} meet: filmed" in public
    pod = next(pod for pod in round.pods.all() if pod.seats.filter(registration=one).exists())
    assert f"{people[one].name} and {people[other].name} sit together: filmed" in desk.read("pod_why", pod.pk)
    desk.press("desk_round_unpublish", 2)
    removing = desk.get("desk_round_decide", 2, query=sent | {"what": "free"})
    assert 'name="reason"' not in removing.content.decode(), "what takes a decision back needs none"
    undo = desk.path("desk_round_decide", 2) + f"?what=free&undo=1&one={one}&other={other}"
    undone = desk.client.post(undo, follow=True)
    assert "Nothing is decided about the two any more." in words_of(undone)
    assert not DecidedPair.objects.exists()


def test_nobody_reads_whom_an_exchange_keeps_apart_nor_from_its_undo() -> None:
    round = second_draft()
    event, owner = round.tournament, owner_of(round.tournament)
    first, *_others, last = pod_draft(round).pods.values()
    decide(round, What.APART, *sorted(first[:2]))
    undo_pod_decision(actor=owner, round_id=round.pk, one=min(first[:2]), other=max(first[:2]))
    swap_in_pods(actor=owner, round_id=round.pk, one=first[3], other=last[3])
    publish_round(actor=owner, round_id=round.pk)
    public = words_of(browser().get(f"/t/{event.code}/pairings/2/"))
    one, other = (event.registrations.get(pk=pod[3]).name for pod in (first, last))
    assert f"{one} and {other} changed places." in public
    assert public.count("Two entries changed places.") == 2
    assert public.count("changed places.") == 3


@pytest.mark.parametrize("players", [5, 8, 9])
def test_one_has_the_bye_by_hand_and_all_others_are_seated_around_that(players: int) -> None:
    """Of five the one with the bye of the seating sits in the pod of four; of eight, seven are seated."""
    round = second_draft(players)
    event, owner = round.tournament, owner_of(round.tournament)
    key = next(iter(pod_draft(round).pods.values()))[0]
    decision = Decision(What.BYE, key)
    plan = plan_pod_decision(actor=owner, round_id=round.pk, decision=decision)
    assert key in pod_draft(round).places, "a plan writes nothing"
    assert key in plan.moved
    assert plan.then.bye_points >= 0
    with pytest.raises(Refusal) as refused:
        apply_pod_decision(actor=owner, round_id=round.pk, decision=decision, fingerprint=plan.fingerprint, reason="")
    assert refused.value.code == "reason_required"
    decide(round, What.BYE, key, 0, reason="waits for a lift")
    again = event.rounds.get(number=2)
    after = pod_draft(again)
    assert after.by_table == plan.after.by_table
    assert key not in after.places
    assert again.byes.get(registration=key).kind == "awarded"
    assert len(after.places) == players - 1
    third = pair_again(actor=owner, round_id=again.pk)
    assert third.byes.get(registration=key).kind == "awarded", "it holds when the draft is seated again"
    receipt = receipt_of(publish_round(actor=owner, round_id=third.pk))
    assert receipt is not None
    assert check_text(canonical(receipt.document)).agrees


def test_a_bye_by_hand_is_seen_on_the_desk_read_by_everybody_and_taken_back() -> None:
    round = second_draft(8)
    event, owner = round.tournament, owner_of(round.tournament)
    desk, key = DeskVisitor(event, owner), next(iter(pod_draft(round).pods.values()))[0]
    entry = event.registrations.get(pk=key)
    assert "Give the bye" in desk.read("desk_round", 2)
    page = desk.get("desk_round_decide", 2, query={"what": "bye", "one": key})
    [choice] = page.context["choices"]
    sent = {"what": "bye", "one": key, "reason": "waits for a lift", "fingerprint": choice.plan.fingerprint}
    said = desk.press("desk_round_decide", 2, **sent)
    assert "The player has the bye, and all others are seated again." in said
    assert f"{entry.name} has the bye" in said
    assert desk.post("desk_round_decide", 2, **sent).status_code == 400, "pressed twice it is not given twice"
    page = desk.get("desk_round_decide", 2, query={"what": "paired", "one": key})
    [choice] = page.context["choices"]
    assert key in choice.plan.moved
    back = {"what": "paired", "one": key, "fingerprint": choice.plan.fingerprint}
    assert "The bye is taken back" in desk.press("desk_round_decide", 2, **back)
    assert key in pod_draft(event.rounds.get(number=2)).places
    publish_round(actor=owner, round_id=event.rounds.get(number=2).pk)
    lines = words_of(browser().get(f"/t/{event.code}/pairings/2/"))
    assert f"The staff gave {entry.name} the bye: waits for a lift" in lines
