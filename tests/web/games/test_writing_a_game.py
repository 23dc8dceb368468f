"""A store's own game through the desk's pages: begun, corrected, tried, published, played; and hostile files."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.actor import Actor
from cardpool.games import shipped_keys
from cardpool.models import CardGame, PackDraft, Ruleset
from cardpool.services.pack_drafts import discard_draft, edit_game, save_draft
from tests.people_and_events import load_every_game, load_game, make_event
from tests.web.games.keeping import CARDS, DECK, GUIDE, PACK, begin, check, make_manager, visitor
from tests.web.pages import assert_clean, words_of

pytestmark = pytest.mark.django_db

MISTAKEN = PACK.replace('section = "main"\nexactly', 'section = "mian"\nexactly').replace(
    "at_most = 2", 'at_most = "two"'
)


def test_from_nothing_to_a_judged_deck(client: Client, manager: Any) -> None:
    draft = begin(client)
    assert 'key = "lantern-clash"' in draft.text
    page = client.get(reverse("pack_draft", args=[draft.pk]))
    assert_clean(page)
    assert "in order" in words_of(page)
    wrong = words_of(check(client, draft, MISTAKEN))
    assert "2 mistakes" in wrong
    assert 'Line 54 rules[0].section must be one of main, keeper, found "mian"' in wrong
    assert "Line 81 rules[4].at_most must be a whole number, found text" in wrong
    fine = check(client, draft, PACK, cards=CARDS, sample=DECK)
    assert_clean(fine)
    said = words_of(fine)
    for sentence in (
        "Keeper: every card must be a lantern keeper. §2",
        "First game: Rock-paper-scissors; the winner starts.",
        "Deck has 3 of golden cards, at most 2 allowed: LC-08 金灯笼. Rule book §3",
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
    event = make_event(Actor(user=manager), game_slug="lantern-clash", best_of=1, pool="closed")
    assert event.ruleset == ruleset
    judged = client.post(reverse("deck_check"), {"text": DECK, "game": "lantern-clash", "best_of": "1"})
    assert judged.context["shown"].problems[0].clause == "§3"


def test_the_guide_names_what_the_pages_show(client: Client, manager: Any) -> None:
    """Every name in bold of the guide's part about the desk is on a page of the steps it describes."""
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


def test_a_blank_pack_is_in_order_and_explains_itself_in_the_readers_language(manager: Any) -> None:
    for language, words in (("en", "# A game pack: one file"), ("zh-hans", "# 游戏包：一个文件")):
        draft = begin(visitor(manager, language), key=f"mine-{language[:2]}")
        assert draft.text.startswith(words)
        page = visitor(manager, "en").get(reverse("pack_draft", args=[draft.pk]))
        assert page.context["count"] == 0
        assert "Review and publish" in words_of(page)


@pytest.mark.parametrize("game", shipped_keys())
def test_every_game_can_be_copied(client: Client, game: str) -> None:
    load_every_game()
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


def test_a_later_save_by_somebody_else_is_reported_and_may_be_written_over(client: Client, manager: Any) -> None:
    draft = begin(client)
    other = Actor(user=make_manager(username="chen"))
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


def test_what_is_typed_into_a_draft_that_is_gone_is_kept_in_another(client: Client, manager: Any) -> None:
    draft = begin(client)
    sent = {"text": PACK, "cards": CARDS, "sample": DECK, "revision": "1"}
    address = reverse("pack_draft", args=[draft.pk])
    discard_draft(actor=Actor(user=manager), draft_id=draft.pk)
    kept = client.post(address, sent, follow=True)
    assert "What you typed is kept in this new one." in words_of(kept)
    new = kept.context["draft"]
    assert (new.pk != draft.pk, new.text, new.cards, new.sample) == (True, PACK, CARDS, DECK)
    game = load_game("rush-duel")
    mine = edit_game(actor=Actor(user=manager), game=game)
    mine_text = mine.text
    PackDraft.objects.filter(pk=mine.pk).delete()
    address = reverse("pack_draft", args=[mine.pk])
    answer = client.post(address, {"text": mine_text + "# mine\n", "game": game.slug}, headers={"HX-Request": "true"})
    rescued = PackDraft.objects.latest("pk")
    assert answer.headers["HX-Redirect"] == reverse("pack_draft", args=[rescued.pk])
    assert (rescued.game, rescued.text) == (game, mine_text + "# mine\n")
    client.post(address, {"text": mine_text + "# once more\n", "game": game.slug})
    assert (PackDraft.objects.latest("pk").game, rescued.text) == (None, mine_text + "# mine\n")


def test_a_new_version_of_a_game_shows_what_it_changes(client: Client) -> None:
    game = load_game("pokemon-tcg")
    event = make_event(game_slug="pokemon-tcg", best_of=3)
    pinned = event.ruleset
    page = client.post(reverse("game_pack_edit", args=[game.slug]), follow=True)
    draft = PackDraft.objects.get()
    assert "as published" in words_of(page)
    changed = draft.text.replace("exactly = 60", "exactly = 61", 1)
    said = words_of(check(client, draft, changed))
    assert "is published with a different text" in said
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
    assert "Points (MP), Opponents (OP), Their opponents (OOP), Head to head (H2H)" in words_of(tab)
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
    draft = edit_game(actor=Actor(user=make_manager()), game=game)
    text = draft.text.replace('"2020"', '"2019"').replace("2020-04-01", "2019-04-01")
    assert "It will not come into force" in words_of(check(client, draft, text))
    text = text.replace("2019-04-01", date(2199, 1, 1).isoformat())
    assert "until then version 2020 holds" in words_of(check(client, draft, text))


def test_the_list_of_games_and_a_games_own_page(client: Client, manager: Any) -> None:
    assert "No game yet" in words_of(client.get(reverse("games")))
    load_every_game()
    edit_game(actor=Actor(user=manager), game=CardGame.objects.get(slug="rush-duel"))
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
