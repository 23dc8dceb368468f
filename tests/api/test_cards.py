"""Cards through the API: searching, and one card with what applies to it."""

from datetime import timedelta
from urllib.parse import quote

import pytest
from django.utils import timezone

from accounts.actor import Actor
from cardpool.models import Printing, RestrictedCards, RestrictionList
from cardpool.services import pool_changed
from cardpool.services.notes import NoteText, replace_note, withdraw_note, write_note
from tests.api.client import ApiAsker
from tests.cardpool.card_pool_rows import make_card, manager
from tests.people_and_events import ULTRAMAN, enter, make_actor, make_event, owner_of, player_actor, staff_actor

pytestmark = pytest.mark.django_db

CARDS = f"games/{ULTRAMAN}/cards/"


@pytest.fixture
def card():
    return make_card("HBU01-A07", "赛罗奥特曼", other_names=["Ultraman Zero"], codes=["1001"])


@pytest.mark.parametrize("typed", ["HBU01-A07", "hbu01 a07", "赛罗", "slatm", "ultraman", "1001", "PR-01"])
def test_a_card_is_found_by_whatever_is_known_of_it(card, typed):
    Printing.objects.create(card=card, code="PR-01")
    make_card("HBU09-A99", "别的")
    assert [one["key"] for one in ApiAsker().get(CARDS, search=typed)["results"]] == ["HBU01-A07"]


def test_everything_found_is_in_pages_the_closest_first(card):
    for number in range(230):
        make_card(f"HBU{number // 90 + 10}-A{number % 90:02}", f"月神{number}")
    first = ApiAsker().get(CARDS, search="月神", limit=100)
    last = ApiAsker().get(CARDS, search="月神", limit=100, offset=200)
    assert (first["count"], len(first["results"]), len(last["results"])) == (230, 100, 30)
    assert ApiAsker().get(CARDS, search="月神229")["results"][0]["name"] == "月神229"
    assert ApiAsker().get(CARDS, search="zzzz")["results"] == []


def test_one_card_brings_its_restrictions_and_notes(card):
    day = timezone.localdate()
    other = make_card("HBU01-A10", "月神")
    for starts, kind, cards in (
        (day - timedelta(days=9), "limited", [card.number]),
        (day + timedelta(days=9), "choose_one", [card.number, other.number]),
    ):
        listed = RestrictionList.objects.create(game=card.game, name="表", source="s", effective_from=starts)
        RestrictedCards.objects.create(list=listed, kind=kind, cards=cards, limit=1)
    pool_changed(game=card.game)
    old = write_note(actor=manager(), card_id=card.pk, text=NoteText("问", "一"))
    replace_note(actor=manager(), note_id=old.pk, text=NoteText("问", "<b>二</b>", "来源", day))
    gone = write_note(actor=manager(), card_id=card.pk, text=NoteText("", "撤回"))
    withdraw_note(actor=manager(), note_id=gone.pk)
    shown = ApiAsker().get(f"{CARDS}HBU01-A07/")
    (note,) = shown["notes"]
    assert (note["question"], note["answer"], note["source"]) == ("问", "<b>二</b>", "来源")
    assert note["answered_on"] == day.isoformat()
    now, coming = sorted(shown["restrictions"], key=lambda one: one["starts"])
    assert (now["kind"], now["limit"], now["in_force"], now["source"]) == ("limited", 1, True, "s")
    assert now["ends"] == (day + timedelta(days=8)).isoformat()
    assert (coming["kind"], coming["in_force"], coming["others"]) == ("choose_one", False, ["HBU01-A10"])


@pytest.mark.parametrize("key", ["斜/杠", "a?b&c#d", "100%"])
def test_a_key_may_hold_any_character(card, key):
    make_card("", key)
    assert ApiAsker().get(f"{CARDS}{quote(key, safe='/')}/")["name"] == key


def test_what_is_not_there_is_not_found(card):
    ApiAsker().get(f"{CARDS}HBU99-A99/", status=404)
    ApiAsker().get(f"{CARDS}%00/", status=404)
    ApiAsker().get("games/none/cards/HBU01-A07/", status=404)


@pytest.mark.parametrize(
    "who", ["public", "account", "player", "owner", "organiser", "scorekeeper", "judge", "manager"]
)
def test_everybody_reads_cards_and_nobody_writes_them(card, who):
    asker = ApiAsker(actor_of(who))
    assert asker.get(f"{CARDS}HBU01-A07/")["key"] == "HBU01-A07"
    assert asker.get(CARDS)["count"] == 1
    refused = (401, 403, 404, 405)
    for method in ("post", "put", "patch", "delete"):
        for path in (CARDS, f"{CARDS}HBU01-A07/"):
            answer = getattr(asker.client, method)(f"/api/v1/{path}", {"name": "x"}, format="json")
            assert answer.status_code in refused
    card.refresh_from_db()
    assert card.name == "赛罗奥特曼"


def actor_of(who: str) -> Actor | None:
    if who == "public":
        return None
    if who in ("account", "manager"):
        return make_actor() if who == "account" else manager()
    event = make_event()
    if who == "owner":
        return owner_of(event)
    return player_actor(enter(event, "甲")[0]) if who == "player" else staff_actor(event, who)
