"""What everybody reads about the changes of a draft, once decisions have paired it again."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests.events_in_pods import start_pods
from tests.people_and_events import owner_of
from tests.running_events import pair, start_event
from tournaments.models import Round
from tournaments.services.decided_pairs import apply_decision, plan_decision
from tournaments.services.decisions import Decision, What
from tournaments.services.drafts import discard_draft, swap_players
from tournaments.services.pod_decisions import apply_pod_decision, plan_pod_decision
from tournaments.services.pod_swaps import swap_in_pods
from tournaments.services.rounds import publish_round
from tournaments.views.public.by_hand import by_hand_in

pytestmark = pytest.mark.django_db


def draft_with_a_swap() -> Round:
    draft = pair(start_event(8, planned_rounds=3))
    one, two = draft.matches.order_by("table")[:2]
    both = {"registration_a": one.player1_id, "registration_b": two.player1_id}
    return swap_players(actor=owner_of(draft.tournament), round_id=draft.pk, **both).round


def decide(draft: Round, *, again: bool) -> Round:
    three, four = draft.matches.order_by("table")[2:4]
    owner = owner_of(draft.tournament)
    decision = Decision(What.MEET, three.player1_id, four.player1_id, again)
    plan = plan_decision(actor=owner, round_id=draft.pk, decision=decision)
    return apply_decision(
        actor=owner, round_id=draft.pk, decision=decision, fingerprint=plan.fingerprint, reason="a stream"
    )


def said_of(draft: Round) -> list[str]:
    public = publish_round(actor=owner_of(draft.tournament), round_id=draft.pk)
    with translation.override("en"):
        return [one.words for one in by_hand_in(public)]


@pytest.mark.parametrize("again", [False, True])
def test_a_swap_is_read_as_long_as_what_it_changed_stays(again: bool) -> None:
    said = said_of(decide(draft_with_a_swap(), again=again))
    assert [("changed places" in words) for words in said].count(True) == (0 if again else 1)
    assert any("a stream" in words for words in said)


def test_pods_drawn_again_before_a_decision_take_the_swaps_along() -> None:
    draft = pair(start_pods(8))
    owner = owner_of(draft.tournament)
    one, other = (pod.seats.earliest("seat").registration_id for pod in draft.pods.order_by("table")[:2])
    swap_in_pods(actor=owner, round_id=draft.pk, one=one, other=other)
    discard_draft(actor=owner, round_id=draft.pk)
    draft = pair(draft.tournament)
    seated = draft.pods.order_by("table").first().seats.order_by("seat")
    two = [seat.registration_id for seat in seated[:2]]
    decision = Decision(What.MEET, two[0], two[1])
    plan = plan_pod_decision(actor=owner, round_id=draft.pk, decision=decision)
    apply_pod_decision(
        actor=owner, round_id=draft.pk, decision=decision, fingerprint=plan.fingerprint, reason="a stream"
    )
    assert not [words for words in said_of(draft) if "changed places" in words]


def test_a_draft_thrown_away_takes_its_swaps_along() -> None:
    draft = draft_with_a_swap()
    discard_draft(actor=owner_of(draft.tournament), round_id=draft.pk)
    assert not [words for words in said_of(pair(draft.tournament)) if "changed places" in words]
