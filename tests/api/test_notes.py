"""Judge notes through the API, as every role."""

import pytest

from cardpool.models import CardNote
from cardpool.services.notes import NoteText, withdraw_note, write_note
from tests.api.client import ApiAsker
from tests.api.test_cards import actor_of
from tests.cardpool.card_pool_rows import make_card, manager
from tests.people_and_events import ULTRAMAN

pytestmark = pytest.mark.django_db

NOTES = f"games/{ULTRAMAN}/notes/"
SENT = {"card": "HBU01-A07", "question": "问？", "answer": "一\n二", "source": "公告", "answered_on": "2026-05-01"}
ROLES = ("public", "account", "player", "owner", "organiser", "scorekeeper", "judge", "manager")
WRITES = {
    ("post", ""): SENT,
    ("put", "{note}/"): {"answer": "新"},
    ("post", "{note}/withdrawal/"): {},
    ("delete", "{note}/withdrawal/"): {},
}


@pytest.fixture
def card():
    return make_card("HBU01-A07", "赛罗奥特曼")


def test_a_note_is_written_changed_withdrawn_and_restored(card):
    asker = ApiAsker(manager())
    first = asker.post(NOTES, SENT, status=201)
    assert {key: first[key] for key in SENT} == SENT
    second = asker.put(f"{NOTES}{first['id']}/", {"answer": "三"})
    assert (second["answer"], second["question"], second["replaces"]) == ("三", "", first["id"])
    assert asker.put(f"{NOTES}{first['id']}/", {"answer": "四"}, status=409)["code"] == "note_replaced"
    assert ApiAsker().get(f"{NOTES}{first['id']}/")["answer"] == "一\n二"
    assert [one["id"] for one in ApiAsker().get(NOTES, search="slatm")["results"]] == [second["id"]]
    assert ApiAsker().get(NOTES, search="没有的")["count"] == 0
    assert asker.post(f"{NOTES}{second['id']}/withdrawal/")["withdrawn_at"]
    assert asker.post(f"{NOTES}{second['id']}/withdrawal/", status=409)["code"] == "note_withdrawn"
    assert ApiAsker().get(NOTES)["count"] == 0
    assert asker.delete(f"{NOTES}{second['id']}/withdrawal/", status=200)["withdrawn_at"] is None
    assert ApiAsker().get(NOTES)["count"] == 1


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"card": "HBU99-A99"}, "card"),
        ({"answer": ""}, "answer"),
        ({"answer": "\u202e"}, "answer"),
        ({"answer": 5}, "answer"),
        ({"question": "问" * 1001}, "question"),
        ({"answered_on": "gestern"}, "answered_on"),
    ],
)
def test_what_cannot_be_names_its_field(card, sent, field):
    refused = ApiAsker(manager()).post(NOTES, SENT | sent, status=400)
    assert [one["field"] for one in refused["errors"]] == [field]
    assert not CardNote.objects.exists()


@pytest.mark.parametrize("who", ROLES)
@pytest.mark.parametrize("rule", WRITES, ids=lambda rule: " ".join(rule))
def test_only_who_manages_games_writes(card, who, rule):
    method, path = rule
    note = write_note(actor=manager(), card_id=card.pk, text=NoteText("", "x"))
    if method == "delete":
        withdraw_note(actor=manager(), note_id=note.pk)
    asker = ApiAsker(actor_of(who))
    url = f"/api/v1/{NOTES}{path.format(note=note.pk)}"
    answer = getattr(asker.client, method)(url, WRITES[rule], format="json")
    assert (answer.status_code in (200, 201)) == (who == "manager"), answer.content
    assert asker.get(NOTES)["count"] <= 2
    if who != "manager":
        assert answer.status_code in (401, 403)
        assert CardNote.objects.count() == 1


def test_a_note_is_only_found_in_its_own_game(card):
    note = write_note(actor=manager(), card_id=card.pk, text=NoteText("", "x"))
    make_card("DEMO-01", "x", slug="galaxy-card-game")
    asker = ApiAsker(manager())
    asker.get(f"games/galaxy-card-game/notes/{note.pk}/", status=404)
    asker.put(f"games/galaxy-card-game/notes/{note.pk}/", {"answer": "y"}, status=404)
    asker.post(f"games/galaxy-card-game/notes/{note.pk}/withdrawal/", status=404)
