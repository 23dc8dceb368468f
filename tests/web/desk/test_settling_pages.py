"""Settling cards at the desk: from the list that cannot be decided to the event that starts, without a script."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from accounts.actor import Actor
from tests.people_and_events import enter, event_data, load_every_game, make_actor, owner_of, player_actor, staff_actor
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean, words_of
from tournaments.models import CardRuling, Registration, Tournament
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.setup import create_tournament

pytestmark = pytest.mark.django_db

BASE = "4 DEM-001\n4 DEM-002\n4 DEM-003\n40 DEM-042\n"
NAMED = "4 LOR 79 Comfey\n"
UNNAMED = "4 PR SWSH242\n"


@pytest.fixture
def event() -> Tournament:
    load_every_game()
    data = event_data(game_slug="pokemon-tcg", decklists_required=True, best_of=1)
    return create_tournament(actor=make_actor(), data=data)


@pytest.fixture
def judge(event: Tournament) -> Actor:
    return staff_actor(event, "judge")


def hand_in(event: Tournament, text: str, *names: str) -> list[Registration]:
    entries = enter(event, *names)
    for entry in entries:
        save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=text, submit=True)
    return entries


def verdict(entry: Registration) -> str:
    entry.refresh_from_db()
    assert entry.decklist is not None
    assert entry.decklist.submitted is not None
    return str(entry.decklist.submitted.verdict)


def send(visitor: DeskVisitor, number: str, **data: Any) -> Any:
    return visitor.post("desk_card_settle", query=f"?number={number}", **data)


def test_from_the_open_cards_to_the_start(event: Tournament, judge: Actor) -> None:
    entries = hand_in(event, BASE + NAMED + UNNAMED, "Ann", "Bob")
    owner = DeskVisitor(event, owner_of(event))
    assert "2 cards keep 2 lists open." in words_of(owner.get("desk_start"))
    assert owner.post("desk_start").status_code == 422

    visitor = DeskVisitor(event, judge)
    page = visitor.get("desk_cards")
    assert_clean(page)
    assert "keeps 2 lists open" in words_of(page)
    assert "?number=PR-SW-SWSH242" in text_of(page)
    form = visitor.get("desk_card_settle", query={"number": "PR-SW-SWSH242"})
    assert_clean(form)
    assert "What does PR-SW-SWSH242 count as?" in words_of(form)
    answer = send(visitor, "PR-SW-SWSH242", kind="another", target="DEM 004", reason="same card, other art")
    assert answer["Location"] == visitor.path("desk_cards"), text_of(answer)
    facts = {"fact_supertype": "trainer", "fact_subtypes": ["-"]}
    send(visitor, "LOR-79", name="Comfey", kind="own", reason="seen at the table", **facts)
    assert [verdict(entry) for entry in entries] == ["legal", "legal"]
    settled = visitor.get("desk_cards")
    assert_clean(settled)
    assert "Every list is decided" in words_of(settled)
    assert judge.label in words_of(settled)
    assert owner.post("desk_start").status_code == 302


def test_a_text_that_means_several_cards_asks_which(event: Tournament, judge: Actor) -> None:
    hand_in(event, BASE + "8 LOR 79\n", "Ann")
    visitor = DeskVisitor(event, judge)
    answer = send(visitor, "LOR-79", kind="another", target="Demo Monster", reason="x")
    assert answer.status_code == 422
    assert "Which of these cards do you mean" in words_of(answer)
    chosen = re.search(r'name="likely" value="(DEM-\d+)"', text_of(answer))
    assert chosen is not None
    assert (
        send(visitor, "LOR-79", kind="another", target="Demo Monster", likely=chosen[1], reason="x").status_code == 302
    )
    assert CardRuling.objects.get().counts_as == chosen[1]


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"kind": "another", "reason": "x"}, "Choose a card, or type the number or name"),
        ({"kind": "another", "target": "XYZ 999", "reason": "x"}, "not a card of the card pool"),
        ({"kind": "own", "reason": "x"}, "write the name printed on LOR-79"),
        ({"kind": "own", "name": "x", "fact_subtypes": ["-", "Basic"], "reason": "x"}, "Tick either"),
        ({"kind": "own", "name": "x"}, "This field is required."),
    ],
)
def test_what_is_missing_is_said_in_the_form(event: Tournament, judge: Actor, sent: dict[str, Any], words: str) -> None:
    answer = send(DeskVisitor(event, judge), "LOR-79", **sent)
    assert answer.status_code == 422
    assert words in words_of(answer)
    assert not CardRuling.objects.exists()


def test_a_correction_an_undo_and_the_history(event: Tournament, judge: Actor) -> None:
    (entry,) = hand_in(event, BASE + "8 LOR 79\n", "Ann")
    visitor = DeskVisitor(event, judge)
    energy = {"kind": "own", "fact_supertype": "energy", "fact_subtypes": ["Basic"]}
    send(visitor, "LOR-79", name="Grass Energy", reason="a basic energy", **energy)
    first = CardRuling.objects.get()
    assert verdict(entry) == "legal"
    form = visitor.get("desk_card_settle", query={"number": "LOR-79"})
    assert "That is kept when you correct it." in words_of(form)
    assert 'value="energy" selected' in text_of(form)
    send(visitor, "LOR-79", kind="another", target="DEM-001", reason="looked again", replaces=first.pk)
    assert verdict(entry) == "not_legal"
    second = CardRuling.objects.get(ended_at=None)
    page = words_of(visitor.get("desk_cards"))
    assert "1 earlier decision" in page
    assert "looked again" in page
    visitor.press("desk_card_undo", second.pk)
    assert verdict(entry) == "legal"
    last = CardRuling.objects.get(ended_at=None)
    assert visitor.post("desk_card_withdraw", last.pk).status_code == 422
    visitor.press("desk_card_withdraw", last.pk, reason="no longer sure")
    assert verdict(entry) == "undecided"
    assert "no longer sure" in words_of(visitor.get("desk_cards"))


def test_a_card_listed_by_its_name_alone_is_settled_corrected_and_found_by_it(event: Tournament, judge: Actor) -> None:
    (entry,) = hand_in(event, BASE + "4 DEM-042\n4 «Glimmerstone»\n", "Ann")
    assert verdict(entry) == "undecided"
    visitor = DeskVisitor(event, judge)
    typed = {"number": "Glimmerstone"}
    assert visitor.get("desk_card_settle", query={"number": "Dullstone"}).status_code == 422
    assert "What does Glimmerstone count as?" in words_of(visitor.get("desk_card_settle", query=typed))
    energy = {"kind": "own", "fact_supertype": "energy", "fact_subtypes": ["Basic"]}
    answer = send(visitor, "Glimmerstone", name="Great Glimmerstone", reason="seen", **energy)
    assert answer.status_code == 302, words_of(answer)
    assert verdict(entry) == "legal"
    assert "That is kept when you correct it." in words_of(visitor.get("desk_card_settle", query=typed))
    ruling = CardRuling.objects.get()
    send(visitor, "Glimmerstone", kind="another", target="DEM-001", reason="looked again", replaces=ruling.pk)
    assert verdict(entry) == "not_legal"


def test_the_list_leads_judges_to_its_open_cards_and_says_who_decided_to_them_alone(
    event: Tournament, judge: Actor
) -> None:
    (entry,) = hand_in(event, BASE + "8 LOR 79\n", "Ann")
    visitor, player = DeskVisitor(event, judge), DeskVisitor(event, player_actor(entry))
    way = f"{reverse('desk_card_settle', args=[event.code])}?number=LOR-79"
    editor = reverse("deck_editor", args=[entry.pk])
    assert way in text_of(visitor.client.get(editor))
    assert way not in text_of(player.client.get(editor))
    energy = {"kind": "own", "fact_supertype": "energy", "fact_subtypes": ["Basic"]}
    send(visitor, "LOR-79", name="Grass Energy", reason="a basic energy", **energy)
    shown = words_of(visitor.client.get(editor))
    assert f"is settled by {judge.label} on" in shown
    read = words_of(player.client.get(editor))
    assert "a judge decided on" in read
    assert "a basic energy" in read
    assert judge.label not in read


def test_a_card_that_a_closed_pool_lacks_can_be_settled_from_the_list(event: Tournament, judge: Actor) -> None:
    Tournament.objects.filter(pk=event.pk).update(pool="closed")
    event.refresh_from_db()
    (entry,) = hand_in(event, BASE + "4 DEM-042\n4 LOR 79\n", "Ann")
    visitor = DeskVisitor(event, judge)
    assert verdict(entry) == "not_legal"
    shown = text_of(visitor.client.get(reverse("deck_editor", args=[entry.pk])))
    assert f"{reverse('desk_card_settle', args=[event.code])}?number=LOR-79" in shown
    send(visitor, "LOR-79", kind="another", target="DEM-004", reason="same card")
    assert verdict(entry) == "legal"


def test_a_number_that_no_list_has_is_asked_for_and_checked(event: Tournament, judge: Actor) -> None:
    visitor = DeskVisitor(event, judge)
    assert_clean(visitor.get("desk_card_settle"))
    wrong = visitor.get("desk_card_settle", query={"number": "?"})
    assert wrong.status_code == 422
    assert "is not a card number of this game" in words_of(wrong)
    Tournament.objects.filter(pk=event.pk).update(phase="finished")
    assert visitor.get("desk_card_settle", query={"number": "LOR-79"}).status_code == 404
