"""A store's own game through the desk's pages: begun, mended, tried, published, played; and what hostile files do."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.actor import Actor
from cardpool.games import shipped_keys, shipped_text
from cardpool.models import CardGame, PackDraft, Ruleset
from decks.pack_drafts import discard_draft, edit_game, save_draft, start_draft
from tests.people_and_events import load_game, make_event, make_user, owner_of
from tests.web.games.keeping import CARDS, DECK, GUIDE, PACK, make_keeper, visitor
from tests.web.pages import assert_clean, words_of

pytestmark = pytest.mark.django_db

MISTAKEN = PACK.replace('section = "main"\nexactly', 'section = "mian"\nexactly').replace(
    "at_most = 2", 'at_most = "two"'
)
HTMX = {"HX-Request": "true"}


@pytest.fixture
def keeper() -> Any:
    return make_keeper(username="zhao")


@pytest.fixture
def client(keeper: Any) -> Client:
    return visitor(keeper)


def begin(client: Client, **more: str) -> PackDraft:
    sent = {"name_zh": "灯笼对决", "name_en": "Lantern Clash", "key": "", "start": "-", "write": "1", **more}
    answer = client.post(reverse("game_new"), sent)
    assert answer.status_code == 302, words_of(answer)
    return PackDraft.objects.latest("pk")


def check(client: Client, draft: PackDraft, text: str, *, htmx: bool = False, **more: Any) -> Any:
    draft.refresh_from_db()
    sent = {"text": text, "cards": draft.cards, "sample": draft.sample, "revision": str(draft.revision), **more}
    return client.post(reverse("pack_draft", args=[draft.pk]), sent, headers=HTMX if htmx else {})


def test_from_nothing_to_a_judged_deck(client: Client, keeper: Any) -> None:
    draft = begin(client)
    assert 'key = "lantern-clash"' in draft.text
    page = client.get(reverse("pack_draft", args=[draft.pk]))
    assert_clean(page)
    assert "in order" in words_of(page)
    wrong = words_of(check(client, draft, MISTAKEN))
    assert "2 mistakes" in wrong
    assert 'Line 54 rules[0].section must be one of main, keeper, found "mian"' in wrong
    assert "Line 81 rules[4].at_most must be a whole number, 0 or more" in wrong
    fine = check(client, draft, PACK, cards=CARDS, sample=DECK)
    assert_clean(fine)
    said = words_of(fine)
    for sentence in (
        "Keeper: every card must be a lantern keeper. §2",
        "First game: Rock-paper-scissors; the winner starts.",
        "Deck has 3 of golden cards, 2 are allowed: LC-08 金灯笼. §3",
        "closed card pool · 9 cards",
    ):
        assert sentence in said
    address = reverse("pack_draft_publish", args=[draft.pk])
    review = client.get(address)
    assert_clean(review)
    assert "9 cards come with it." in words_of(review)
    draft.refresh_from_db()
    done = client.post(address, {"revision": draft.revision}, follow=True)
    assert_clean(done)
    assert "Lantern Clash 1.0 is published. It is offered for new events from now on." in words_of(done)
    ruleset = Ruleset.objects.get()
    assert (ruleset.pack, ruleset.published_by) == (PACK, "zhao")
    form = client.get(reverse("tournament_new"), {"game": "lantern-clash"}).context["form"]
    assert (form["best_of"].value(), form["pool"].value()) == (1, "closed")
    event = make_event(Actor(user=keeper), game_slug="lantern-clash", best_of=1, pool="closed")
    assert event.ruleset == ruleset
    judged = client.post(reverse("deck_check"), {"text": DECK, "game": "lantern-clash", "best_of": "1"})
    assert judged.context["shown"].problems[0].clause == "§3"


def test_the_guide_names_what_the_pages_show(client: Client, keeper: Any) -> None:
    """Every name in bold of the guide's part about the desk stands on a page of the way it describes."""
    part = GUIDE[GUIDE.index("## 3. At the desk") : GUIDE.index("## 4. On the command line")]
    draft = begin(client)
    pages = [client.get(reverse("games")), client.get(reverse("game_new")), check(client, draft, MISTAKEN)]
    pages += [check(client, draft, PACK, cards=CARDS, sample=DECK)]
    pages += [client.get(reverse("pack_draft_publish", args=[draft.pk]))]
    said = " ".join(words_of(page) for page in pages)
    names = re.findall(r"\*\*(.+?)\*\*", part)
    assert len(names) > 10
    assert [name for name in names if name not in said] == []
    quoted = [" ".join(line.strip("> `").replace("`", "").split()) for line in part.splitlines() if "> Line" in line]
    assert len(quoted) == 2
    assert [line for line in quoted if line not in said] == []


def test_a_blank_pack_is_in_order_and_explains_itself_in_the_readers_language(keeper: Any) -> None:
    for language, words in (("en", "# A game pack: one file"), ("zh-hans", "# 游戏包：一个文件")):
        draft = begin(visitor(keeper, language), key=f"mine-{language[:2]}")
        assert draft.text.startswith(words)
        page = visitor(keeper, "en").get(reverse("pack_draft", args=[draft.pk]))
        assert page.context["count"] == 0
        assert "Review and publish" in words_of(page)


@pytest.mark.parametrize("game", shipped_keys())
def test_every_game_can_be_copied(client: Client, game: str) -> None:
    call_command("load_games", verbosity=0)
    draft = begin(client, start=game)
    page = client.get(reverse("pack_draft", args=[draft.pk]))
    assert page.context["count"] == 0, words_of(page)
    assert page.context["words"].pack.names.zh == "灯笼对决"


@pytest.mark.parametrize(
    ("name", "key"),
    [("Fine", "New Game"), ("Fine", "new"), ("Fine", "ultraman-hero-duel"), ("灯", ""), ("x" * 81, "x")],
)
def test_a_game_that_cannot_be_called_so_is_refused_with_what_was_typed(client: Client, name: str, key: str) -> None:
    load_game()
    answer = client.post(reverse("game_new"), {"name_zh": "甲", "name_en": name, "key": key, "start": "-"})
    assert answer.status_code == 422
    assert_clean(answer)
    assert answer.context["form"]["name_zh"].value() == "甲"
    assert not PackDraft.objects.exists()


def upload(client: Client, data: bytes, name: str = "pack.toml") -> Any:
    file = SimpleUploadedFile(name, data)
    return client.post(reverse("game_new"), {"upload": "1", "file": file}, follow=True)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_a_file_in_any_usual_encoding(client: Client, encoding: str) -> None:
    page = upload(client, PACK.replace("\n", "\r\n").encode(encoding))
    assert page.context["count"] == 0
    assert PackDraft.objects.get().text == PACK


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x00\x01\x02" * 400, "is not a text file"),
        (b"", "empty"),
        (b"#" * 400_001, "is larger than 400 kB"),
        (b"#\n" * 120_000, "at most 200000 are kept"),
    ],
    ids=["binary", "empty", "huge", "long"],
)
def test_a_file_that_is_no_pack_is_refused_in_words(client: Client, data: bytes, words: str) -> None:
    page = upload(client, data)
    assert page.status_code == 422
    assert words in words_of(page)
    assert not PackDraft.objects.exists()


def test_a_file_with_the_key_of_a_game_is_a_draft_of_that_game(client: Client) -> None:
    game = load_game("rush-duel")
    text = shipped_text("rush-duel").replace('version = "2020"', 'version = "2021"')
    assert "This is a draft of" in words_of(upload(client, text.encode()))
    draft = PackDraft.objects.get()
    assert draft.game == game
    again = upload(client, (text + "# more\n").encode())
    assert again.status_code == 422
    assert "You are writing a new version" in words_of(again)
    draft.refresh_from_db()
    assert draft.text == text


HOSTILE = {
    "nested": PACK + "x = " + "[" * 60 + "]" * 60 + "\n",
    "dotted": "a." * 900 + "a = 1\n" + PACK,
    "endless line": "# " + "x" * 3000 + "\n" + PACK,
    "digits": PACK.replace("exactly = 20", "exactly = " + "9" * 1500),
    "nul": PACK.replace("灯笼对决规则", "灯笼\\u0000规则"),
    "escape sign": PACK.replace("灯笼对决规则", "灯笼\\u001b[31m规则"),
    "key twice": PACK.replace('key = "lantern-clash"', 'key = "lantern-clash"\nkey = "other"'),
    "no such day": PACK.replace("2026-01-01", "2026-02-30"),
    "a time": PACK.replace("2026-01-01", "2026-01-01T10:00:00"),
    "slow pattern": PACK.replace('"AA-9{2,3}"', '"' + "X{0,12}A{0,12}" * 8 + '"'),
    "long name": PACK.replace("Lantern Clash", "L" * 200),
    "long version": PACK.replace('version = "1.0"', f'version = "{"1" * 60}"'),
    "long key": PACK.replace("lantern-clash", "l" * 70),
    "length of match": PACK.replace("best_of = [1, 3]", "best_of = [1, 7]"),
    "points": PACK.replace("win = 3, draw = 1", "win = 1, draw = 3"),
    "minutes": PACK.replace("minutes = 20", "minutes = 70000"),
    "endings": PACK.replace('key = "light"', f'key = "{"l" * 60}"'),
    "a list for a table": PACK.replace("[play.later_games]\nchooser", "[[play.later_games]]\nchooser"),
    "markup": PACK.replace('section = "main"', 'section = "<script>alert(1)</script>"', 1),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_text_is_a_mistake_with_its_place_and_stays_in_the_box(client: Client, kind: str) -> None:
    draft = begin(client)
    for htmx in (False, True):
        answer = check(client, draft, HOSTILE[kind], htmx=htmx)
        assert answer.status_code == 200
        assert answer.context["count"] >= 1
        assert all(problem.line or problem.box for problem in answer.context["problems"])
        assert b"<script>alert" not in answer.content
        assert_clean(answer, partial=htmx)
    assert PackDraft.objects.get().text == HOSTILE[kind]
    refused = client.post(reverse("pack_draft_publish", args=[draft.pk]), {"revision": "2"}, follow=True)
    assert refused.status_code == 200
    assert not CardGame.objects.exists()


def test_names_with_markup_are_shown_as_they_are_typed(client: Client, keeper: Any) -> None:
    evil = '<img src=x onerror=alert(1)>"&{{ 1 }}'
    text = PACK.replace('zh = "灯笼对决", en = "Lantern Clash"', f"zh = '{evil}', en = '{evil}'")
    text = text.replace('"守灯人", en = "a lantern keeper"', f"\"守灯人\", en = '{evil}'").replace('"§1"', "'<b>1</b>'")
    draft = start_draft(actor=Actor(user=keeper), text=text, cards=CARDS)
    pages = [
        client.get(reverse("pack_draft", args=[draft.pk])),
        client.get(reverse("pack_draft_publish", args=[draft.pk])),
    ]
    client.post(reverse("pack_draft_publish", args=[draft.pk]), {"revision": 1})
    game, ruleset = CardGame.objects.get(), Ruleset.objects.get()
    assert game.name_en == evil
    pages += [
        client.get(reverse("games")),
        client.get(reverse("game", args=[game.slug])),
        client.get(reverse("game_pack", args=[game.slug])),
        client.get(reverse("game_pack_version", args=[game.slug, ruleset.pk])),
        client.get(reverse("tournament_new"), {"game": game.slug}),
        client.post(reverse("deck_check"), {"text": DECK, "game": game.slug}),
    ]
    for page in pages:
        assert page.status_code == 200
        assert b"<img src=x" not in page.content
        assert b"<b>1</b>" not in page.content
        assert_clean(page)


def test_a_later_save_by_somebody_else_is_told_and_may_be_written_over(client: Client, keeper: Any) -> None:
    draft = begin(client)
    other = Actor(user=make_keeper(username="chen"))
    save_draft(actor=other, draft_id=draft.pk, revision=1, text=PACK)
    for htmx in (False, True):
        answer = check(client, draft, MISTAKEN, htmx=htmx, revision="1")
        assert answer.status_code == 409
        said = words_of(answer)
        assert "chen has saved this draft since you opened it" in said
        assert "2 mistakes" in said
        assert 'section = "mian"' in said
        assert "Pack-Revision" not in answer.headers
    draft.refresh_from_db()
    assert draft.text == PACK
    mine = check(client, draft, MISTAKEN, revision="1", revision_now="2")
    assert (mine.status_code, mine.headers["Pack-Revision"]) == (200, "3")
    draft.refresh_from_db()
    assert draft.text == MISTAKEN


def test_a_file_taken_into_the_draft_is_looked_at_before_it_is_saved(client: Client) -> None:
    draft = begin(client)
    before = draft.text
    answer = check(client, draft, before, file=SimpleUploadedFile("p.toml", PACK.encode()))
    assert "The file's text is in the box." in words_of(answer)
    assert answer.context["typed"].text == PACK
    draft.refresh_from_db()
    assert draft.text == before
    bad = check(client, draft, before, file=SimpleUploadedFile("p.toml", b"\x00\xff\x00"))
    assert bad.status_code == 422
    assert "p.toml is not a text file" in words_of(bad)
    assert bad.context["typed"].text == before


def test_a_draft_is_discarded_and_brought_back(client: Client) -> None:
    draft = begin(client)
    gone = client.post(reverse("pack_draft_discard", args=[draft.pk]), follow=True)
    assert "The draft is discarded." in words_of(gone)
    assert reverse("pack_draft_restore", args=[draft.pk]) in gone.content.decode()
    there = client.get(reverse("pack_draft", args=[draft.pk]))
    assert there.status_code == 404
    assert_clean(there)
    assert client.get(reverse("pack_draft_file", args=[draft.pk])).status_code == 404
    back = client.post(reverse("pack_draft_restore", args=[draft.pk]), follow=True)
    assert back.context["draft"] == draft
    twice = client.post(reverse("pack_draft_restore", args=[draft.pk]))
    assert twice.status_code == 302


def test_a_new_version_of_a_game_shows_what_it_changes(client: Client) -> None:
    game = load_game("pokemon-tcg")
    event = make_event(game_slug="pokemon-tcg", best_of=3)
    pinned = event.ruleset
    page = client.post(reverse("game_pack_edit", args=[game.slug]), follow=True)
    draft = PackDraft.objects.get()
    assert "as published" in words_of(page)
    changed = draft.text.replace("exactly = 60", "exactly = 61", 1)
    said = words_of(check(client, draft, changed))
    assert "is published with another text" in said
    changed = changed.replace(f'version = "{pinned.version}"', 'version = "shop 1"')
    assert "1 mistake" not in words_of(check(client, draft, changed))
    review = words_of(client.get(reverse("pack_draft_publish", args=[draft.pk])))
    assert "− exactly = 60" in review
    assert "+ exactly = 61" in review
    assert f"Events that exist keep the version they were set up with; version {pinned.version}" in review
    client.post(reverse("pack_draft_publish", args=[draft.pk]), {"revision": "3"})
    event.refresh_from_db()
    assert event.ruleset == pinned
    tab = client.get(reverse("game_pack", args=[game.slug]))
    assert_clean(tab)
    assert [(one.ruleset.version, one.state) for one in tab.context["versions"]] == [
        ("shop 1", "now"),
        (pinned.version, "before"),
    ]
    newest = game.rulesets.get(version="shop 1")
    version = client.get(reverse("game_pack_version", args=[game.slug, newest.pk]))
    assert_clean(version)
    assert "+ exactly = 61" in words_of(version)
    file = client.get(reverse("game_pack_file", args=[game.slug, newest.pk]))
    assert file.content.decode() == changed
    assert file["Content-Disposition"] == 'attachment; filename="pokemon-tcg.toml"'
    other = load_game("rush-duel")
    assert client.get(reverse("game_pack_version", args=[other.slug, newest.pk])).status_code == 404


def test_a_version_older_than_the_one_in_force_is_pointed_out(client: Client) -> None:
    game = load_game("rush-duel")
    draft = edit_game(actor=Actor(user=make_keeper()), game=game)
    text = draft.text.replace('"2020"', '"2019"').replace("2020-04-01", "2019-04-01")
    assert "It will not come into force" in words_of(check(client, draft, text))
    text = text.replace("2019-04-01", date(2199, 1, 1).isoformat())
    assert "until then version 2020 holds" in words_of(check(client, draft, text))


def test_the_list_of_games_and_a_games_own_page(client: Client, keeper: Any) -> None:
    assert "No game yet" in words_of(client.get(reverse("games")))
    call_command("load_games", verbosity=0)
    edit_game(actor=Actor(user=keeper), game=CardGame.objects.get(slug="rush-duel"))
    begin(client)
    index = client.get(reverse("games"))
    assert_clean(index)
    shown = [kept.game.slug for kept in index.context["games"]]
    assert (shown[0], sorted(shown)) == ("ultraman-hero-duel", sorted(shipped_keys()))
    assert "Lantern Clash" in words_of(index)
    page = client.get(reverse("game", args=["rush-duel"]))
    assert_clean(page)
    assert "is writing a new version" in words_of(page)
    gone = client.post(reverse("game_offer", args=["rush-duel"]), {"offered": "0"}, follow=True)
    assert "is no longer offered for new events" in words_of(gone)
    assert "rush-duel" not in dict(client.get(reverse("tournament_new")).context["form"].fields["game_slug"].choices)
    undo = f"{reverse('game_offer', args=['rush-duel'])}?offered=1"
    assert undo in gone.content.decode()
    client.post(undo)
    assert CardGame.objects.get(slug="rush-duel").is_listed


DOORS = (
    "games",
    "game_new",
    "game",
    "game_pack",
    "game_pack_version",
    "game_pack_file",
    "pack_draft",
    "pack_draft_file",
    "pack_draft_publish",
)
ACTS = ("game_offer", "game_pack_edit", "pack_draft_discard", "pack_draft_restore")


@pytest.mark.parametrize("role", ["public", "player", "organiser", "not active", "keeper"])
def test_only_keepers_come_in(role: str) -> None:
    event = make_event()
    game, ruleset = event.game, event.ruleset
    draft = start_draft(actor=Actor(user=make_keeper()), text=PACK)
    away = start_draft(actor=Actor(user=make_keeper()), text=PACK)
    discard_draft(actor=Actor(user=make_keeper()), draft_id=away.pk)
    user = {
        "public": None,
        "player": make_user(may_create_tournaments=False),
        "organiser": owner_of(event).user,
        "not active": make_keeper(),
        "keeper": make_keeper(),
    }[role]
    browser = visitor(user)
    if role == "not active" and user is not None:
        type(user).objects.filter(pk=user.pk).update(is_active=False)
    keys = {
        "games": [],
        "game_new": [],
        "game_pack_version": [game.slug, ruleset.pk],
        "game_pack_file": [game.slug, ruleset.pk],
    }
    for name in (*DOORS, *ACTS):
        args = keys.get(name, [draft.pk] if name.startswith("pack_draft") else [game.slug])
        address = reverse(name, args=[away.pk] if name == "pack_draft_restore" else args)
        asked = [browser.post(address)] if name in ACTS else [browser.get(address), browser.post(address)]
        for answer in (answer for answer in asked if answer.status_code != 405):
            allowed = answer.status_code not in (403,) and "/accounts/login" not in answer.headers.get("Location", "")
            assert allowed == (role == "keeper"), (name, answer.status_code)
            assert answer.status_code < 500
    draft.refresh_from_db()
    assert (draft.text == PACK and draft.discarded_at is None) or role == "keeper"
