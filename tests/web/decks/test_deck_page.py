"""A list on its page: sections and groups with counts, curves with every number in words."""

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from cardpool.models import CardGame
from cardpool.queries import current_ruleset
from decks.judging import book_of
from decks.views.deck_page import show_deck
from decks.views.typed import Terms, example_text
from tests.people_and_events import enter, event_data, load_every_game, make_actor, owner_of, player_actor
from tests.web.decks.opening import an_entry, editor_of, text_of
from tests.web.pages import assert_clean
from tests.web.public.visiting import browser
from tournaments.models import Tournament
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.setup import create_tournament

pytestmark = pytest.mark.django_db

MAIN = "Main\n3 DEMO01-A01\n3 DEMO01-A02\n2 HBU01-A07\nSide\n1 DEMO01-A01"


@pytest.fixture
def entry():
    entry = an_entry(lists_public=True)
    save(entry, MAIN)
    return entry


def save(entry, text, *, submit=True):
    return save_entry_decklist(
        actor=player_actor(entry), registration_id=entry.pk, text=text, name="Red", submit=submit
    )


def deck_of(entry):
    return reverse("tournament_deck", args=[entry.tournament.code, entry.pk])


def an_entry_of(game, **changes):
    """An entry in an event of another game, with a submitted sample list."""
    load_every_game()
    tournament = create_tournament(
        actor=make_actor(), data=event_data(game_slug=game, decklists_required=True, **changes)
    )
    (entry,) = enter(tournament, "王小明")
    terms = Terms(ruleset=tournament.ruleset, best_of=tournament.best_of, pool="open", as_of=date(2026, 11, 20))
    save(entry, example_text(terms))
    return entry


def curve(page, title):
    """The text of a curve drawn as columns."""
    found = re.search(rf'aria-label="{title}: ([^"]*)"', page.content.decode())
    assert found is not None
    return found[1]


class TestTheDeckPage:
    def test_sections_say_how_many_cards_and_how_many_different_ones(self, entry):
        page = text_of(browser(player_actor(entry)).get(deck_of(entry)))
        assert "Main deck 3 different cards 8" in page
        assert "Sideboard 1 different card 1" in page

    def test_curves_count_every_card_and_say_what_is_not_known(self, entry):
        page = browser(player_actor(entry)).get(deck_of(entry))
        assert curve(page, "Stars") == "3: 4, 5: 3, not known: 2"
        assert curve(page, "Power") == "3000–3999: 4, 4000–4999: 3, not known: 2"
        assert 'class="is-unknown"' in page.content.decode()

    def test_the_numbers_stand_in_a_table_by_section(self, entry):
        page = text_of(browser(player_actor(entry)).get(deck_of(entry)))
        assert "Main deck Sideboard Copies 3 3 1 4 5 3 0 3 not known 2 0 2" in page

    def test_it_is_said_in_chinese_too(self, entry):
        Tournament.objects.update(phase=Tournament.Phase.FINISHED)
        page = Client(headers={"accept-language": "zh-hans"}).get(deck_of(entry))
        assert curve(page, "星数").startswith("3：4")

    def test_every_page_with_a_list_is_clean(self, entry):
        client = browser(player_actor(entry))
        for address in (deck_of(entry), editor_of(entry), reverse("deck_version", args=[entry.pk, 1])):
            assert_clean(client.get(address))

    def test_nothing_known_is_said_instead_of_drawn(self, entry):
        save(entry, "3 HBU01-A07")
        page = browser(player_actor(entry)).get(deck_of(entry))
        assert "Not known yet about these cards: Stars, Keywords, Power." in text_of(page)
        assert "<figure" not in page.content.decode()

    def test_the_public_sees_cards_and_curves_and_no_way_to_sheet_or_drafts(self, entry):
        save(entry, MAIN + "\n1 HBU01-A36", submit=False)
        assert Client().get(deck_of(entry)).status_code == 404
        Tournament.objects.update(phase=Tournament.Phase.FINISHED)
        page = browser(None).get(deck_of(entry))
        assert "3: 4" in page.content.decode()
        assert "HBU01-A36" not in page.content.decode()
        for name in ("deck_sheet", "deck_compare"):
            assert reverse(name, args=[entry.pk]) not in page.content.decode()

    def test_it_can_be_shared_and_downloaded(self, entry):
        page = browser(player_actor(entry)).get(deck_of(entry))
        assert "Copy, download, share" in text_of(page)

    def test_its_player_compares_the_newest_draft_with_what_counts(self, entry):
        client = browser(player_actor(entry))
        assert "Compare with draft" not in text_of(client.get(deck_of(entry)))
        save(entry, MAIN + "\n1 HBU01-A36", submit=False)
        page = client.get(deck_of(entry))
        assert reverse("deck_compare", args=[entry.pk]) + "?a=1&amp;b=2" in page.content.decode()


@pytest.mark.parametrize(
    ("game", "groups"),
    [
        ("pokemon-tcg", ["Pokémon 36", "Trainer 24"]),
        ("rush-duel", ["Monster 40"]),
        ("heroes-placement", ["Character "]),
        ("galaxy-card-game", ["Unit 30"]),
    ],
)
def test_every_game_groups_as_its_pack_says(game, groups):
    entry = an_entry_of(game, best_of=1)
    page = text_of(browser(owner_of(entry.tournament)).get(deck_of(entry)))
    for group in groups:
        assert group in page


def test_a_commander_is_not_headed_twice():
    entry = an_entry_of("galaxy-card-game", best_of=1)
    book = book_of(current_ruleset(CardGame.objects.get(slug="galaxy-card-game"), on=date(2026, 11, 20)))
    entry.refresh_from_db()
    commander = show_deck(entry.decklist.submitted.cards, book).parts[-1]
    assert [group.name for group in commander.groups] == [""]


def test_the_list_is_drawn_while_it_is_typed_by_anybody():
    load_every_game()
    sent = {"text": MAIN, "game": "ultraman-hero-duel"}
    page = browser(None).post(reverse("deck_check"), sent)
    assert_clean(page)
    assert curve(page, "Stars") == "3: 4, 5: 3, not known: 2"
    part = browser(None).post(reverse("deck_check"), sent, headers={"HX-Request": "true"}).content.decode()
    assert re.search(r'<div id="deck-curves" hx-swap-oob="innerHTML">\s*<section', part)


def test_the_live_list_is_grouped():
    load_every_game()
    page = browser(None).post(reverse("deck_check"), {"text": "2 DEM-021\n3 DEM-001", "game": "pokemon-tcg"})
    said = text_of(page)
    assert said.index("Pokémon 3") < said.index("Trainer 2")
