"""Exchanging players of a draft in pods by hand: between pods, inside one, with the bye."""

from __future__ import annotations

from random import Random

import pytest

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.events_in_pods import finish_pods, start_pods
from tests.people_and_events import make_actor, owner_of
from tests.running_events import pair, publish
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import LogEntry, Round
from tournaments.queries.draft_marks import MarkKind
from tournaments.queries.pod_drafts import pod_draft, pod_draft_marks
from tournaments.services.entries import keep_apart
from tournaments.services.pod_swaps import apply_pod_swap, plan_pod_swap, swap_in_pods
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def seated(round: Round) -> list[tuple[int, ...]]:
    return list(pod_draft(round).pods.values())


def test_what_was_shown_is_exchanged_and_the_same_again_undoes_it() -> None:
    draft = pair(start_pods(8))
    owner, before = owner_of(draft.tournament), seated(draft)
    one, other = before[0][1], before[1][2]
    plan = plan_pod_swap(actor=owner, round_id=draft.pk, one=one, other=other)
    assert seated(draft) == before, "a plan writes nothing"
    assert plan.moved == tuple(sorted((one, other)))
    apply_pod_swap(actor=owner, round_id=draft.pk, one=one, other=other, fingerprint=plan.fingerprint)
    assert (seated(draft)[0][1], seated(draft)[1][2]) == (other, one)
    draft.refresh_from_db()
    assert (draft.edited_by_hand, draft.pairing["certified"]) == (True, False)
    with pytest.raises(Conflict) as stale:
        apply_pod_swap(actor=owner, round_id=draft.pk, one=one, other=other, fingerprint=plan.fingerprint)
    assert stale.value.code == "draft_changed"
    swap_in_pods(actor=owner, round_id=draft.pk, one=one, other=other)
    draft.refresh_from_db()
    assert (seated(draft), draft.edited_by_hand, draft.pairing["certified"]) == (before, False, True)


def test_inside_a_pod_the_order_of_turns_changes_and_the_bye_is_given() -> None:
    draft = pair(start_pods(5))
    owner = owner_of(draft.tournament)
    [pod], [resting] = seated(draft), pod_draft(draft).byes
    swap_in_pods(actor=owner, round_id=draft.pk, one=pod[0], other=pod[3])
    assert seated(draft) == [(pod[3], pod[1], pod[2], pod[0])]
    swap_in_pods(actor=owner, round_id=draft.pk, one=pod[1], other=resting)
    assert pod_draft(draft).byes == (pod[1],)
    assert resting in seated(draft)[0]


def test_marks_stay_on_the_draft_with_what_they_cost() -> None:
    event = start_pods(8)
    owner = owner_of(event)
    finish_pods(publish(event), Random(1))
    one, other = event.registrations.order_by("pk")[:2]
    keep_apart(actor=owner, tournament_id=event.pk, registration_a=one.pk, registration_b=other.pk, is_hard=True)
    draft = pair(event)
    assert MarkKind.KEPT_APART not in {mark.kind for mark in pod_draft_marks(draft)}
    mine = next(pod for pod in seated(draft) if one.pk in pod)
    away = next(key for key in mine if key != one.pk)
    plan = plan_pod_swap(actor=owner, round_id=draft.pk, one=other.pk, other=away)
    assert plan.then.together == plan.now.together + 1
    swap_in_pods(actor=owner, round_id=draft.pk, one=other.pk, other=away, reason="their mother asked")
    marks = [mark for mark in pod_draft_marks(draft) if mark.kind is MarkKind.KEPT_APART]
    assert [mark.keys for mark in marks] == [frozenset({one.pk, other.pk})]
    line = LogEntry.objects.get(tournament=event, verb="players_swapped")
    assert line.facts["reason"] == "their mother asked"
    assert [one.name, other.name] in [sorted(pair) for pair in line.facts["rematches"]]


def test_what_cannot_be_exchanged_is_refused() -> None:
    event = start_pods(8)
    draft = pair(event)
    owner, keys = owner_of(event), [key for pod in seated(draft) for key in pod]
    for pair_of_keys, code in (((keys[0], keys[0]), "nothing_changed"), ((keys[0], 0), "not_in_round")):
        with pytest.raises(Refusal) as wrong:
            swap_in_pods(actor=owner, round_id=draft.pk, one=pair_of_keys[0], other=pair_of_keys[1])
        assert wrong.value.code == code
    with pytest.raises(NotAllowed):
        swap_in_pods(actor=make_actor(), round_id=draft.pk, one=keys[0], other=keys[5])
    publish_round(actor=owner, round_id=draft.pk)
    with pytest.raises(Conflict) as out:
        swap_in_pods(actor=owner, round_id=draft.pk, one=keys[0], other=keys[5])
    assert out.value.code == "round_not_draft"


def test_the_desk_shows_the_cost_asks_before_publishing_and_everybody_reads_the_change() -> None:
    event = start_pods(8)
    owner = owner_of(event)
    draft = pair(event)
    desk = DeskVisitor(event, owner)
    one, other = (event.registrations.get(pk=pod[0]) for pod in seated(draft))
    mate = event.registrations.get(pk=seated(draft)[1][1])
    keep_apart(actor=owner, tournament_id=event.pk, registration_a=one.pk, registration_b=mate.pk, is_hard=True)
    assert "See what it costs" in desk.read("desk_round", 1)
    page = desk.read("desk_round_swap", 1, one=one.pk, other=other.pk)
    assert "Together, though to be kept apart" in page
    assert "They are to be kept apart" in page
    fingerprint = page.partition('name="fingerprint" value="')[2].partition('"')[0]
    after = desk.press("desk_round_swap", 1, one=one.pk, other=other.pk, fingerprint=fingerprint, reason="asked")
    assert "Unusual in this draft" in after
    assert "Players were exchanged by hand" in after
    asked = desk.press("desk_round_publish", 1)
    assert "as it is?" in asked
    assert f"{one.name} – {mate.name}" in asked or f"{mate.name} – {one.name}" in asked
    desk.publish_as_asked(1)
    assert f"{one.name} and {other.name} changed places." in DeskVisitor(event).read("tournament_pairings", 1)
    assert "exchanged" in desk.read("desk_log")


def test_the_desk_undoes_an_exchange_in_pods() -> None:
    draft = pair(start_pods(8))
    desk, before = DeskVisitor(draft.tournament, owner_of(draft.tournament)), seated(draft)
    one, other = before[0][0], before[1][0]
    swap_in_pods(actor=owner_of(draft.tournament), round_id=draft.pk, one=one, other=other)
    desk.press("desk_round_swap_back", 1, one, other)
    assert seated(draft) == before


def test_undo_pressed_twice_or_on_an_old_page_exchanges_nobody_again() -> None:
    draft = pair(start_pods(8))
    event = draft.tournament
    desk, before = DeskVisitor(event, owner_of(event)), seated(draft)
    one, other = before[0][0], before[1][0]
    swap_in_pods(actor=owner_of(event), round_id=draft.pk, one=one, other=other)
    back = desk.path("desk_round_swap_back", 1, one, other)
    assert f'action="{back}"' in desk.read("desk")
    undone = desk.press("desk_round_swap_back", 1, one, other)
    assert "are back in their places" in undone
    assert back not in undone, "the notice offers nothing that a second press would do"
    again = desk.post("desk_round_swap_back", 1, one, other)
    assert again.status_code == 409
    assert seated(draft) == before
    assert back not in desk.read("desk"), "nor does the log"
