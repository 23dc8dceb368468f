"""The final pods as a picture: who goes on from which pod, and what the public, the hall and paper show of it."""

from __future__ import annotations

from random import Random

import pytest

from tests.events_in_pods import enter_places, play_pods, seats_of, start_pods
from tests.people_and_events import owner_of
from tests.running_events import pair
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tournaments.models import Round, Tournament
from tournaments.pictures import finals_picture
from tournaments.queries.drawn_finals import DrawnFinals, FinalSide, finals_of
from tournaments.services.entries import disqualify, drop
from tournaments.services.rounds import complete_round, publish_round
from tournaments.services.top_cut import start_top_cut

pytestmark = pytest.mark.django_db


def of_sixteen() -> tuple[Tournament, Round]:
    """An event whose first final pods are a draft."""
    event = start_pods(16, planned_rounds=1, top_cut=16)
    play_pods(event, Random(5))
    return event, start_top_cut(actor=owner_of(event), tournament_id=event.pk)


def drawn(event: Tournament) -> DrawnFinals:
    finals = finals_of(event)
    assert finals is not None
    return finals


def seeds(sides: tuple[FinalSide, ...]) -> list[int | None]:
    return [side.seed for side in sides]


def test_the_final_fills_up_as_pods_get_their_results() -> None:
    event, first = of_sixteen()
    owner = owner_of(event)
    assert finals_of(event) is None
    assert finals_of(event, drafts=True) is not None
    publish_round(actor=owner, round_id=first.pk)
    semifinals, final = drawn(event).rounds
    assert [seeds(pod.sides) for pod in semifinals.pods] == [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ]
    assert (final.pods[0].pod, seeds(final.pods[0].sides)) == (None, [None] * 4)
    one, two, *others = first.pods.order_by("table")
    enter_places(one, 3, 1, 1, 4)
    enter_places(two, 1, 2, 3, 4)
    semifinals, final = drawn(event).rounds
    on = {side.seed for pod in semifinals.pods for side in pod.sides if side.is_winner}
    assert sorted(filter(None, seeds(final.pods[0].sides))) == sorted(on)
    left = event.registrations.get(pk=seats_of(two)[0])
    drop(actor=owner, registration_id=left.pk)
    goes_on = {side.registration for pod in drawn(event).rounds[0].pods for side in pod.sides if side.is_winner}
    assert event.registrations.get(pk=seats_of(two)[1]) in goes_on, "the next of the pod goes on in place of who left"
    assert left not in goes_on
    for pod in others:
        enter_places(pod)
    complete_round(actor=owner, round_id=first.pk)
    draft = pair(event)
    assert drawn(event).rounds[1].pods[0].pod is None, "nobody sees a draft"
    publish_round(actor=owner, round_id=draft.pk)
    last = draft.pods.get()
    enter_places(last, 2, 1, 3, 4)
    finals = drawn(event)
    assert finals.winner is not None
    assert finals.winner.pk == seats_of(last)[1]
    assert [side.place for side in finals.rounds[1].pods[0].sides] == [2, 1, 3, 4]
    tall, wide = finals_picture(finals), finals_picture(finals, both_sides=True)
    assert [len(column.boxes) for column in tall.columns] == [4, 1]
    assert [len(column.boxes) for column in wide.columns] == [2, 1, 2]
    disqualify(actor=owner, registration_id=finals.winner.pk, reason="marked cards")
    assert drawn(event).winner is None


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_public_page_the_hall_and_paper_have_the_picture_and_its_list(language: str) -> None:
    event = start_pods(8, planned_rounds=1, top_cut=4)
    play_pods(event, Random(5))
    assert DeskVisitor(event).path("tournament_bracket") not in DeskVisitor(event).read("tournament_standings")
    start_top_cut(actor=owner_of(event), tournament_id=event.pk)
    final = event.rounds.get(stage="top_cut")
    publish_round(actor=owner_of(event), round_id=final.pk)
    enter_places(final.pods.get(), 2, 1, 3, 3)
    desk = DeskVisitor(event, owner_of(event), language=language)
    everybody = DeskVisitor(event, language=language)
    names = {"en": ("Final", "wins the event"), "zh-hans": ("决赛", "夺得冠军")}[language]
    page = everybody.get("tournament_bracket")
    assert_clean(page)
    assert all(word in words_of(page) for word in names)
    assert 'class="bracket"' in everybody.read("event_hall")
    assert desk.path("tournament_bracket") in everybody.read("tournament_standings")
    assert desk.path("desk_paper", "bracket") in desk.read("desk_print")
    paper = desk.get("desk_paper", "bracket")
    assert_clean(paper)
    assert words_of(paper).count("P0") == 2 * 4, "in the picture and in the list"
