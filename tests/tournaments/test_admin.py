"""Support staff find everything in the admin and change nothing past the services."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.contrib import admin
from django.db import transaction
from django.urls import reverse
from django.utils import translation

from accounts.models import Player, QuietNotice, User
from cardpool.models import Card, CardGame
from cardpool.queries import catalogue_of
from cardpool.services import save_card
from tests.people_and_events import load_every_game, load_game, make_user
from tournaments.demo.making import make_demo
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db

OURS = [
    model for model in admin.site._registry if model._meta.app_label in {"accounts", "cardpool", "decks", "tournaments"}
]
CHANGEABLE = {"user", "player", "cardgame", "card"}


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker) -> Iterator[None]:
    """A site with the demo's rows in every table, undone after these tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        load_every_game()
        make_demo()
        yield
        transaction.set_rollback(True)


@pytest.fixture
def support(client):
    client.force_login(make_user("support", is_staff=True, is_superuser=True))
    return client


def address(model, page: str, *args) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def test_every_table_is_there():
    assert {model._meta.model_name for model in OURS} == {
        "user", "player", "apitoken", "cardgame", "ruleset", "card", "decklist", "decklistversion", "tournament",
        "registration", "round", "match", "matchrevision", "bye", "missedround", "logentry", "export",
        "keepapart", "roundrepair", "cardnote", "assignedround", "season", "decidedpair",
        "seedcommitment", "pairingstep", "erasure", "pod", "guardianconsent", "announcement", "quietnotice",
        "joinrequest", "pushsubscription",
    }  # fmt: skip


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.model_name)
def test_lists_open_search_and_show_a_row_with_few_queries(demo, support, model, django_assert_max_num_queries):
    with django_assert_max_num_queries(25):
        assert support.get(address(model, "changelist")).status_code == 200
    assert support.get(address(model, "changelist"), {"q": "陈"}).status_code == 200
    row = model.objects.first()
    if row is not None:
        assert support.get(address(model, "change", row.pk)).status_code == 200


@pytest.mark.parametrize(
    "model",
    [model for model in OURS if model._meta.model_name not in CHANGEABLE],
    ids=lambda model: model._meta.model_name,
)
def test_histories_and_states_cannot_be_touched(demo, support, model):
    assert support.get(address(model, "add")).status_code == 403
    row = model.objects.first()
    if row is not None:
        assert support.post(address(model, "change", row.pk), {}).status_code == 403
        assert support.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
        assert model.objects.filter(pk=row.pk).exists()


@pytest.mark.parametrize("model", [User, Player, CardGame])
def test_people_and_games_are_not_deleted(demo, support, model):
    row = model.objects.exclude(pk=0).first()
    assert support.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_the_event_links_to_its_page(demo, support):
    page = support.get(address(Tournament, "changelist")).content.decode()
    for event in Tournament.objects.all():
        assert f'href="/t/{event.code}/"' in page


def test_the_log_is_filtered_and_said_in_words(demo, support):
    page = support.get(address(LogEntry, "changelist"), {"area": "rounds"}, headers={"accept-language": "zh-hans"})
    words = page.content.decode()
    assert "轮次与对阵" in words
    assert "round_published" not in words
    shown = set(page.context["cl"].queryset.values_list("verb", flat=True))
    assert {"round_published", "round_paired"} <= shown
    assert "score_recorded" not in shown
    assert "entry_dropped" not in support.get(address(LogEntry, "changelist")).content.decode()


def test_switched_off_notices_are_filtered_and_said_in_words(support):
    for code in ("round_published", "deck_reminder"):
        QuietNotice.objects.create(player=Player.objects.create(name="甲"), channel="push", code=code)
    page = support.get(address(QuietNotice, "changelist"), {"kind": "deck"}, headers={"accept-language": "zh-hans"})
    words = page.content.decode()
    assert [row.code for row in page.context["cl"].queryset] == ["deck_reminder"]
    assert "deck_reminder" not in words
    assert "套牌有问题" in words


def test_a_changed_card_is_known_at_once(support):
    game = load_game()
    card = save_card(card=Card(game=game, key="HBU09-A99", number="HBU09-A99", name="赛罗"))
    assert catalogue_of(game).cards["HBU09-A99"].name == "赛罗"
    form = {
        "number": card.number, "name": "赛罗奥特曼", "other_names": "[]", "attributes": "{}", "copy_limit": "",
        "printings-TOTAL_FORMS": "0", "printings-INITIAL_FORMS": "0",
    }  # fmt: skip
    assert support.post(address(Card, "change", card.pk), form).status_code == 302
    assert catalogue_of(game).cards["HBU09-A99"].name == "赛罗奥特曼"
    selected = {"action": "delete_selected", "_selected_action": [card.pk], "post": "yes"}
    assert support.post(address(Card, "changelist"), selected).status_code == 302
    assert "HBU09-A99" not in catalogue_of(game).cards


def test_a_players_secret_is_not_on_the_page(demo, support):
    player = Player.objects.first()
    Player.objects.filter(pk=player.pk).update(link_hash="f" * 64)
    assert "f" * 64 not in support.get(address(Player, "change", player.pk)).content.decode()


def test_everybody_else_is_sent_away(client):
    client.force_login(make_user("nobody"))
    assert client.get(address(Tournament, "changelist")).status_code == 302


def test_every_field_has_a_chinese_label() -> None:
    with translation.override("zh-hans"):
        english = [
            f"{model._meta.label}.{field.name}"
            for model in OURS
            for kept in (model, *(inline.model for inline in admin.site._registry[model].inlines))
            for field in kept._meta.local_fields
            if not field.auto_created
            for words in (field.verbose_name, field.help_text)
            if words and str(words).isascii()
        ]
    assert english == []


class Words(HTMLParser):
    """What a page of the admin says itself: labels, heads of columns, filters, buttons; not the rows it shows."""

    SAID = frozenset({"label", "h1", "legend", "button", "summary", "caption"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "input":
            if given.get("type") in ("submit", "button"):
                self.take(given.get("value") or "")
            self.take(given.get("placeholder") or "")
        elif tag not in ("br", "img", "link", "meta", "hr", "path", "use"):
            self.open.append(f"{tag} {given.get('class', '')} {given.get('id', '')}")

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop().split()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tags = {one.split()[0] for one in self.open}
        is_word = bool(tags & self.SAID) or {"thead", "th"} <= tags
        if is_word or any("help" in one or "changelist-filter" in one for one in self.open):
            self.take(data)

    def take(self, words: str) -> None:
        self.found.add(words.strip())


NAMES_OF_THEIR_OWN = {"ID", "DuelDesk", "English", "JSON", "WebAuthn", "Heroes Placement"}
"""What is written in Latin letters in Chinese, too."""


def test_pages_say_nothing_in_english(demo, support):
    english: dict[str, str] = {}
    for model in admin.site._registry:
        row = model._default_manager.first()
        pages = [address(model, "changelist")] + ([address(model, "change", row.pk)] if row is not None else [])
        for page in pages:
            read = Words()
            read.feed(support.get(page, headers={"accept-language": "zh-hans"}).content.decode())
            left = {words for words in read.found if re.search("[A-Za-z]{2}", words) and words.isascii()}
            english |= dict.fromkeys(left - NAMES_OF_THEIR_OWN, page)
    assert english == {}
