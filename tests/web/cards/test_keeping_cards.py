"""Adding and changing a card through the desk's form; withdrawing a note."""

import pytest

from cardpool.models import Card
from cardpool.services.notes import NoteText, withdraw_note, write_note
from tests.cardpool.card_pool_rows import make_card, manager
from tests.people_and_events import ULTRAMAN
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser

pytestmark = pytest.mark.django_db

NEW = f"/desk/games/{ULTRAMAN}/cards/new/"
EDIT = f"/desk/games/{ULTRAMAN}/cards/edit/HBU01-A07/"
FIELDS = {
    "number": "hbu01 a07",
    "name": "赛罗奥特曼",
    "other_names": "Ultraman Zero\n\nUltraman Zero",
    "attribute_star": "3",
    "attribute_keywords": "赛罗\n奥特战士",
    "attribute_effect": "效果",
    "copy_limit": "2",
    "codes": "1001",
    "printings": "HBU01-A07 | SR\nPR-01||异画",
    "deck_rules": '[{"kind": "section_size", "section": "main", "exactly": 50, "replace": true}]',
}


@pytest.fixture
def card():
    return make_card("HBU01-A07", "赛罗奥特曼", attributes={"star": 3, "unheard": "x"})


def test_undoing_a_note_twice_is_refused_in_words(card):
    note = write_note(actor=manager(), card_id=card.pk, text=NoteText("", "x"))
    by = manager()
    withdraw_note(actor=by, note_id=note.pk)
    answer = browser(manager()).post(f"/card-notes/{ULTRAMAN}/{note.pk}/withdraw/")
    assert answer.status_code == 409
    assert f"{by.label} has withdrawn this note" in words_of(answer)


def test_a_card_is_added_as_it_was_typed(card):
    card.delete()
    answer = browser(manager()).post(NEW, FIELDS, follow=True)
    assert answer.redirect_chain == [(f"/cards/{ULTRAMAN}/HBU01-A07/", 302)]
    card = Card.objects.get()
    assert (card.key, card.other_names, card.codes, card.copy_limit) == ("HBU01-A07", ["Ultraman Zero"], ["1001"], 2)
    assert card.attributes == {"star": 3, "keywords": ["赛罗", "奥特战士"], "effect": "效果"}
    assert card.deck_rules == [{"kind": "section_size", "section": "main", "exactly": 50, "replace": True}]
    assert [(one.code, one.rarity, one.art) for one in card.printings.order_by("pk")] == [
        ("HBU01-A07", "SR", ""),
        ("PR-01", "", "异画"),
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"number": "乱写"}, "is not a card number of this game"),
        ({"name": ""}, "This field is required."),
        ({"attribute_star": "很多"}, "Enter a whole number."),
        ({"deck_rules": "not json"}, "Deck rules are a JSON list of tables"),
        (
            {"deck_rules": '[{"kind": 1,\n"kind": 1}]'},
            "“kind” twice, the second time in line 2, column 1.",
        ),
        ({"deck_rules": "[" * 5000}, "Deck rules are a JSON list of tables"),
        ({"deck_rules": '[{"kind": "nonsense"}]'}, "deck_rules[0].kind: unknown rule kind"),
        ({"deck_rules": '[{"kind": "section_size", "section": "main", "exactly": "50"}]'}, "deck_rules[0].exactly"),
        ({"printings": "| SR"}, "Line 1: a printing needs a code."),
        ({"codes": "HBU01-A08"}, "belongs to another card: HBU01-A08"),
        ({"name": "x\x00"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_lost(typed, said):
    make_card("HBU01-A08", "别的")
    answer = browser(manager()).post(NEW, FIELDS | typed)
    assert answer.status_code == 422
    assert said in words_of(answer)
    assert "Ultraman Zero" in answer.content.decode()
    assert_clean(answer)
    assert Card.objects.count() == 1


def test_a_number_that_is_there_is_refused_and_named(card):
    answer = browser(manager()).post(NEW, FIELDS)
    assert answer.status_code == 422
    assert "HBU01-A07 is in the pool already: 赛罗奥特曼." in words_of(answer)


def test_a_change_keeps_what_the_form_does_not_show_and_its_history(card):
    actor = manager()
    visitor = browser(actor)
    shown = hidden_value(visitor.get(EDIT))
    visitor.post(EDIT, {"name": "赛罗", "attribute_star": "4", "shown": shown, "number": "HBU01-A99"})
    card.refresh_from_db()
    assert (card.number, card.name, card.attributes) == ("HBU01-A07", "赛罗", {"star": 4, "unheard": "x"})
    words = words_of(visitor.get(EDIT))
    assert f"{actor.label}" in words
    assert "Card name 赛罗奥特曼" in words
    assert "Stars 3" in words


def test_two_people_on_one_card_are_notified(card):
    visitor = browser(manager())
    shown = hidden_value(visitor.get(EDIT))
    browser(manager()).post(EDIT, {"name": "甲", "attribute_star": "3", "shown": shown})
    answer = visitor.post(EDIT, {"name": "乙", "attribute_star": "3", "shown": shown})
    words = words_of(answer)
    assert answer.status_code == 422
    assert "was changed while you were editing it" in words
    assert "now 甲; typed 乙" in words
    card.refresh_from_db()
    assert card.name == "甲"
    visitor.post(EDIT, {"name": "乙", "attribute_star": "3", "shown": hidden_value(answer)})
    card.refresh_from_db()
    assert card.name == "乙"


def hidden_value(answer) -> str:
    """The state that the form says it was filled from."""
    page = answer.content.decode()
    return page.split('name="shown" value="')[1].split('"')[0]
