"""Adding and changing cards at the desk."""

import json
from dataclasses import replace

import pytest
from django.contrib.admin.models import LogEntry

from accounts.refusals import Conflict, NotAllowed, Refusal, SeveralProblems
from cardpool.announcing import judging_changed
from cardpool.models import Card, Printing
from cardpool.queries import catalogue_of, newest_pack, search_cards
from cardpool.services.card_editing import CardFacts, StatedPrinting, add_card, change_card, facts_digest, facts_of
from tests.cardpool.card_pool_rows import make_card, manager
from tests.people_and_events import load_game, make_actor, make_event, owner_of, staff_actor
from tests.two_at_once import at_once, refusals

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return load_game()


@pytest.fixture
def heard():
    causes = []

    def hear(sender, cause, **more):
        causes.append(cause)

    judging_changed.connect(hear, weak=False)
    yield causes
    judging_changed.disconnect(hear)


def added(game, facts, actor=None) -> Card:
    return add_card(actor=actor or manager(), game=game, pack=newest_pack(game), facts=facts)


def changed(card, facts, *, shown=None, actor=None) -> Card:
    return change_card(
        actor=actor or manager(),
        card_id=card.pk,
        pack=newest_pack(card.game),
        facts=facts,
        shown=facts_digest(facts_of(card)) if shown is None else shown,
    )


FACTS = CardFacts(
    number="HBU01-A07",
    name="赛罗奥特曼",
    other_names=("Ultraman Zero",),
    attributes={"star": 3, "keywords": ("赛罗",), "effect": "一\n二"},
    codes=("1001",),
    copy_limit=2,
    deck_rules=({"kind": "section_size", "section": "main", "exactly": 50, "replace": True},),
    printings=(StatedPrinting("HBU01-A07", "SR"), StatedPrinting("HBU01-A07", "UR", "异画")),
)


def test_an_added_card_is_in_the_pool_and_decks_are_judged_again(game, heard):
    card = added(game, FACTS)
    card.refresh_from_db()
    assert facts_of(card) == FACTS
    assert (card.key, card.shipped_digest) == ("HBU01-A07", "")
    assert [one.key for one in search_cards(game, "ultraman zero")] == ["HBU01-A07"]
    assert heard == [{"kind": "pool", "added": 1, "cards": ["HBU01-A07"]}]


def test_a_change_keeps_before_and_after_and_who(game, heard):
    card, actor = added(game, FACTS), manager()
    heard.clear()
    changed(card, replace(FACTS, name="赛罗", attributes={"star": 4}), actor=actor)
    assert catalogue_of(game).cards["HBU01-A07"].name == "赛罗"
    entry = LogEntry.objects.order_by("-pk").first()
    (message,) = json.loads(entry.change_message)
    assert entry.user == actor.user
    assert message["changed"]["fields"] == ["attributes", "name"]
    assert (message["before"]["name"], message["after"]["name"]) == ("赛罗奥特曼", "赛罗")
    assert message["before"]["attributes"]["effect"] == "一\n二"
    assert heard == [{"kind": "pool", "changed": 1, "cards": ["HBU01-A07"]}]


def test_the_same_facts_change_nothing(game, heard):
    card = added(game, FACTS)
    revision = catalogue_of(game).revision
    entries = LogEntry.objects.count()
    heard.clear()
    changed(card, FACTS)
    assert (catalogue_of(game).revision, LogEntry.objects.count(), heard) == (revision, entries, [])


def test_printings_that_stay_keep_their_rows_and_judge_nothing(game, heard):
    card = added(game, FACTS)
    kept = Printing.objects.get(card=card, rarity="SR")
    heard.clear()
    changed(card, replace(FACTS, printings=(StatedPrinting("HBU01-A07", "SR"), StatedPrinting("PR-01"))))
    assert {one.code for one in card.printings.all()} == {"HBU01-A07", "PR-01"}
    assert Printing.objects.filter(pk=kept.pk).exists()
    assert heard == []


def test_a_stale_edit_is_refused(game):
    card = added(game, FACTS)
    shown = facts_digest(facts_of(card))
    changed(card, replace(FACTS, name="甲"))
    with pytest.raises(Conflict, match="card_changed"):
        changed(card, replace(FACTS, name="乙"), shown=shown)
    card.refresh_from_db()
    assert card.name == "甲"


def test_a_number_is_given_once_and_stays(game):
    card = added(game, FACTS)
    with pytest.raises(Conflict) as refused:
        added(game, replace(FACTS, codes=()))
    assert (refused.value.code, refused.value.field) == ("card_exists", "number")
    with pytest.raises(Refusal, match="card_number_stays"):
        changed(card, replace(FACTS, number="HBU01-A08"))


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({"number": "??"}, ("no_card_number", "number")),
        ({"name": ""}, ("card_name_required", "name")),
        ({"other_names": ("名" * 121,)}, ("card_text_too_long", "other_names")),
        ({"other_names": tuple(str(one) for one in range(51))}, ("too_many_lines", "other_names")),
        ({"copy_limit": -1}, ("attribute_not_whole", "copy_limit")),
        ({"attributes": {"star": -1}}, ("attribute_not_whole", "attribute_star")),
        ({"attributes": {"star": "3"}}, ("attribute_not_whole", "attribute_star")),
        ({"attributes": {"effect": "长" * 2001}}, ("card_text_too_long", "attribute_effect")),
        ({"codes": ("HBU09-A09",)}, ("code_taken", "codes")),
        ({"codes": ("9009",)}, ("code_taken", "codes")),
        ({"printings": (StatedPrinting(""),)}, ("printing_without_code", "printings")),
        ({"printings": (StatedPrinting("A", "R"),) * 2}, ("printing_twice", "printings")),
        ({"printings": (StatedPrinting("A", "R" * 41),)}, ("card_text_too_long", "printings")),
    ],
)
def test_facts_that_cannot_be_are_refused_with_their_field(game, facts, problem):
    make_card("HBU09-A09", "别的", codes=["9009"])
    with pytest.raises(Refusal) as refused:
        added(game, replace(FACTS, **facts))
    assert (refused.value.code, refused.value.field) == problem
    assert Card.objects.count() == 1


def test_every_problem_is_reported_at_once(game):
    with pytest.raises(SeveralProblems) as refused:
        added(game, replace(FACTS, number="??", name="", codes=("x" * 61,), deck_rules=({"kind": "nonsense"},)))
    fields = {problem.field for problem in refused.value.problems}
    assert fields == {"number", "name", "codes", "deck_rules"}


def test_values_a_game_knows_are_the_only_ones_but_old_ones_stay():
    slug = "galaxy-card-game"
    card = make_card("GCG-001", "旧", slug=slug, attributes={"kind": "older", "unheard": "x"})
    facts = facts_of(card)
    changed(card, replace(facts, name="新"))
    card.refresh_from_db()
    assert card.attributes == {"kind": "older", "unheard": "x"}
    with pytest.raises(Refusal, match="attribute_wrong"):
        changed(card, replace(facts_of(card), attributes={"kind": "newer"}))
    changed(card, replace(facts_of(card), attributes={"kind": "unit"}))


def test_only_who_manages_games_may(game):
    card = added(game, FACTS)
    event = make_event()
    for actor in (make_actor(), owner_of(event), staff_actor(event, "judge")):
        with pytest.raises(NotAllowed):
            added(game, replace(FACTS, number="HBU01-A08"), actor=actor)
        with pytest.raises(NotAllowed):
            changed(card, replace(FACTS, name="x"), actor=actor)


@pytest.mark.django_db(transaction=True)
def test_of_two_edits_at_once_one_is_reported(game):
    card = added(game, FACTS)
    shown = facts_digest(facts_of(card))
    results = at_once(
        game, *(lambda name=name: changed(card, replace(FACTS, name=name), shown=shown) for name in ("甲", "乙"))
    )
    assert refusals(results) == ["card_changed"]
    assert LogEntry.objects.count() == 2
