"""Writing a pack at the desk: drafts, who may edit them, and what publishing does with them."""

from __future__ import annotations

import io
from datetime import date, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections, transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed, Refusal
from cardpool.models import Card, CardGame, PackDraft, Ruleset
from cardpool.queries import current_ruleset, listed_games, pack_of
from cardpool.services import load_games, offer_game, publish_ruleset, read_shipped
from cardpool.services.pack_drafts import (
    KEPT_AWAY,
    MAX_SAMPLE_LENGTH,
    PublishingCode,
    check_draft,
    discard_draft,
    edit_game,
    publish_draft,
    restore_draft,
    save_draft,
    start_draft,
)
from decks.judging import judge_text
from tests.people_and_events import ULTRAMAN, load_every_game, load_game, make_actor, make_event
from tests.two_at_once import at_once, refusals, wait_until_blocked
from tests.web.games.keeping import CARDS, DECK, PACK

pytestmark = pytest.mark.django_db

CORRECTED = PACK.replace("exactly = 20", "exactly = 21").replace('version = "1.0"', 'version = "1.1"')


@pytest.fixture
def manager() -> Actor:
    return make_actor(may_manage_games=True)


def publish(actor: Actor, text: str, game: CardGame | None = None, cards: str = "") -> Ruleset:
    draft = start_draft(actor=actor, text=text, game=game, cards=cards)
    return publish_draft(actor=actor, draft_id=draft.pk, revision=draft.revision).ruleset


def test_only_managers_write_and_publish(manager: Actor) -> None:
    game, draft = load_game(), start_draft(actor=manager, text=PACK)
    for actor in (Actor(), make_actor(), make_actor(may_manage_games=True, is_active=False)):
        for call in (
            lambda actor=actor: start_draft(actor=actor, text=PACK),
            lambda actor=actor: edit_game(actor=actor, game=game),
            lambda actor=actor: save_draft(actor=actor, draft_id=draft.pk, revision=1, text="x"),
            lambda actor=actor: discard_draft(actor=actor, draft_id=draft.pk),
            lambda actor=actor: restore_draft(actor=actor, draft_id=draft.pk),
            lambda actor=actor: publish_draft(actor=actor, draft_id=draft.pk, revision=1),
            lambda actor=actor: offer_game(actor=actor, game=game, offered=False),
            lambda actor=actor: publish_ruleset(actor=actor, game=game, pack=pack_of(game.rulesets.get()), text=PACK),
        ):
            with pytest.raises(NotAllowed, match="not_a_game_manager"):
                call()
    draft.refresh_from_db()
    assert (draft.text, CardGame.objects.get().is_listed) == (PACK, True)


def test_a_new_game_is_playable_at_once(manager: Actor) -> None:
    ruleset = publish(manager, PACK, cards=CARDS)
    game = ruleset.game
    assert game in listed_games()
    assert (game.slug, game.name_zh, game.name_en) == ("lantern-clash", "灯笼对决", "Lantern Clash")
    assert (ruleset.version, ruleset.effective_from, ruleset.published_by) == ("1.0", date(2026, 1, 1), manager.label)
    assert Card.objects.filter(game=game).count() == 9
    verdict = judge_text(DECK, ruleset=ruleset, best_of=1, pool="closed", as_of=date(2026, 5, 1))
    assert [found["clause"] for found in verdict.report["violations"]] == ["§3"]
    event = make_event(game_slug=game.slug, best_of=3, pool="closed")
    assert event.ruleset == ruleset
    assert not PackDraft.objects.exists()


def test_a_later_version_leaves_events_as_they_are(manager: Actor) -> None:
    first = publish(manager, PACK)
    event = make_event(game_slug=first.game.slug, best_of=1)
    second = publish(manager, CORRECTED, first.game)
    event.refresh_from_db()
    assert event.ruleset == first
    assert current_ruleset(first.game, on=timezone.localdate()) == second
    assert make_event(game_slug=first.game.slug, best_of=1).ruleset == second
    first.refresh_from_db()
    assert first.pack == PACK


def test_the_same_text_twice_changes_nothing(manager: Actor) -> None:
    first = publish(manager, PACK)
    draft = start_draft(actor=manager, text=PACK, game=first.game)
    again = publish_draft(actor=manager, draft_id=draft.pk, revision=1)
    assert (again.ruleset, again.is_new) == (first, False)
    assert list(Ruleset.objects.all()) == [first]


def test_another_text_under_a_published_version_is_refused_at_its_line(manager: Actor) -> None:
    first = publish(manager, PACK)
    text = PACK.replace("exactly = 20", "exactly = 21")
    (against,) = check_draft(game=first.game, text=text).against
    assert (against.code, against.path, against.line) == (PublishingCode.VERSION_PUBLISHED, "ruleset.version", 6)
    with pytest.raises(Refusal, match="pack_has_problems"):
        publish(manager, text, first.game)
    assert PackDraft.objects.get().text == text
    pack = check_draft(game=first.game, text=text).checked.pack
    assert pack is not None
    with pytest.raises(Conflict, match="version_published"):
        publish_ruleset(actor=manager, game=first.game, pack=pack, text=text)


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("new", PublishingCode.KEY_RESERVED),
        ("drafts", PublishingCode.KEY_RESERVED),
        (ULTRAMAN, PublishingCode.KEY_TAKEN),
        ("rush-duel", PublishingCode.KEY_TAKEN),
    ],
)
def test_a_new_game_takes_no_key_that_is_taken(manager: Actor, key: str, code: PublishingCode) -> None:
    """`rush-duel` ships with the site, whether it is loaded or not."""
    load_game()
    result = check_draft(game=None, text=PACK.replace("lantern-clash", key))
    assert [(one.code, one.line) for one in result.against] == [(code, 2)]
    with pytest.raises(Refusal, match="pack_has_problems"):
        publish(manager, PACK.replace("lantern-clash", key))


def test_a_games_key_never_changes(manager: Actor) -> None:
    game = publish(manager, PACK).game
    result = check_draft(game=game, text=CORRECTED.replace('key = "lantern-clash"', 'key = "lanterns"'))
    assert [one.code for one in result.against] == [PublishingCode.KEY_CHANGED]


def test_a_pack_with_mistakes_is_not_published_and_not_lost(manager: Actor) -> None:
    text = PACK.replace('section = "main"', 'section = "mian"', 1)
    with pytest.raises(Refusal) as refused:
        publish(manager, text)
    assert (refused.value.code, refused.value.facts["count"]) == ("pack_has_problems", 1)
    assert not CardGame.objects.exists()
    assert PackDraft.objects.get().text == text


def test_cards_with_mistakes_stop_a_new_game(manager: Actor) -> None:
    with pytest.raises(Refusal, match="pack_has_problems"):
        publish(manager, PACK, cards=CARDS.replace("LC-03", "LC-3x"))
    assert not CardGame.objects.exists()


def test_the_names_follow_the_version_in_force(manager: Actor) -> None:
    game = publish(manager, PACK).game
    later = (timezone.localdate() + timedelta(days=9)).isoformat()
    renamed = CORRECTED.replace('zh = "灯笼对决",', 'zh = "灯笼大战",')
    publish(manager, renamed.replace("2026-01-01", later), game)
    game.refresh_from_db()
    assert game.name_zh == "灯笼对决"
    publish(manager, renamed.replace('"1.1"', '"1.2"'), game)
    game.refresh_from_db()
    assert game.name_zh == "灯笼大战"


def shipped_change(game: CardGame, text: str) -> Ruleset:
    return Ruleset.objects.create(game=game, version="V9", digest="0" * 64, effective_from=date(2025, 1, 1), pack=text)


def test_a_shipped_game_edited_here_stays_as_it_is_edited(manager: Actor) -> None:
    load_every_game()
    game = CardGame.objects.get(slug=ULTRAMAN)
    shipped = current_ruleset(game, on=timezone.localdate())
    text = shipped.pack.replace('version = "V1.9"', 'version = "V1.9 shop"').replace(
        'zh = "奥特曼英雄对决"', 'zh = "店规"'
    )
    own = publish(manager, text, game)
    load_games(read_shipped())
    game.refresh_from_db()
    assert (game.name_zh, current_ruleset(game, on=timezone.localdate())) == ("店规", own)
    # A shipped correction for the same day comes after it and still does not replace it; one for a later day does.
    correction = shipped_change(game, shipped.pack)
    assert correction.effective_from <= own.effective_from
    Ruleset.objects.filter(pk=correction.pk).update(effective_from=own.effective_from)
    assert current_ruleset(game, on=timezone.localdate()) == own
    Ruleset.objects.filter(pk=correction.pk).update(effective_from=own.effective_from + timedelta(days=1))
    assert current_ruleset(game, on=timezone.localdate()) == correction


def test_the_command_line_judges_by_the_stores_own_version(manager: Actor, tmp_path: Path) -> None:
    load_every_game()
    game = CardGame.objects.get(slug="rush-duel")
    text = current_ruleset(game, on=timezone.localdate()).pack
    deck = tmp_path / "deck.txt"
    deck.write_text("卡组\n3 DEMO-01\n", encoding="utf-8")

    def said() -> str:
        output = io.StringIO()
        with pytest.raises(SystemExit):
            call_command("check_deck", str(deck), "--game", "rush-duel", "--lang", "en", stdout=output, stderr=output)
        return output.getvalue()

    assert "of 40 cards" in said()
    publish(
        manager, text.replace('version = "2020"', 'version = "shop"').replace("at_least = 40", "at_least = 41"), game
    )
    assert "of 41 cards" in said()
    assert "rush-duel shop" in said()


def test_one_author_has_one_draft_of_a_game(manager: Actor) -> None:
    game = load_game()
    draft = edit_game(actor=manager, game=game)
    assert draft.text == current_ruleset(game, on=timezone.localdate()).pack
    save_draft(actor=manager, draft_id=draft.pk, revision=1, text="half a pack")
    assert edit_game(actor=manager, game=game).text == "half a pack"
    with pytest.raises(Conflict) as refused:
        start_draft(actor=manager, text=PACK, game=game)
    assert (refused.value.code, refused.value.facts["draft"]) == ("draft_exists", draft.pk)
    other = make_actor(may_manage_games=True)
    assert edit_game(actor=other, game=game).pk != draft.pk


def test_a_save_that_knew_an_older_state_is_reported_and_nothing_is_lost(manager: Actor) -> None:
    draft = start_draft(actor=manager, text="one")
    other = make_actor("chen", may_manage_games=True)
    assert save_draft(actor=other, draft_id=draft.pk, revision=1, text="two").revision == 2
    with pytest.raises(Conflict) as refused:
        save_draft(actor=manager, draft_id=draft.pk, revision=1, text="three")
    assert {**refused.value.facts} == {"by": "chen", "revision": 2, "text": "two"}
    assert PackDraft.objects.get().text == "two"
    assert save_draft(actor=manager, draft_id=draft.pk, revision=1, text="two").revision == 2
    assert save_draft(actor=manager, draft_id=draft.pk, revision=2, text="three").revision == 3
    with pytest.raises(Conflict, match="draft_changed"):
        publish_draft(actor=manager, draft_id=draft.pk, revision=2)


def test_a_draft_is_put_away_and_comes_back(manager: Actor) -> None:
    game = load_game()
    draft = edit_game(actor=manager, game=game)
    discard_draft(actor=manager, draft_id=draft.pk)
    for call in (save_draft, discard_draft, publish_draft):
        more: dict[str, Any] = {} if call is discard_draft else {"revision": 1}
        more |= {"text": "x"} if call is save_draft else {}
        with pytest.raises(Conflict, match="draft_gone"):
            call(actor=manager, draft_id=draft.pk, **more)
    assert restore_draft(actor=manager, draft_id=draft.pk).discarded_at is None
    discard_draft(actor=manager, draft_id=draft.pk)
    edit_game(actor=manager, game=game)
    with pytest.raises(Conflict, match="draft_exists"):
        restore_draft(actor=manager, draft_id=draft.pk)
    PackDraft.objects.filter(pk=draft.pk).update(discarded_at=timezone.now() - KEPT_AWAY - timedelta(days=1))
    start_draft(actor=manager, text="new")
    assert not PackDraft.objects.filter(pk=draft.pk).exists()


def test_what_is_too_long_is_refused_before_it_is_kept(manager: Actor) -> None:
    with pytest.raises(Refusal, match="pack_too_long"):
        start_draft(actor=manager, text="#" * 200_001)
    draft = start_draft(actor=manager, text="x")
    with pytest.raises(Refusal, match="sample_too_long"):
        save_draft(actor=manager, draft_id=draft.pk, revision=1, text="y", sample="z" * (MAX_SAMPLE_LENGTH + 1))
    with pytest.raises(Refusal, match="cards_too_long"):
        save_draft(actor=manager, draft_id=draft.pk, revision=1, text="y", cards="z" * 200_001)
    assert PackDraft.objects.get().text == "x"


def test_offering_a_game_or_not(manager: Actor) -> None:
    game = load_game()
    assert offer_game(actor=manager, game=game, offered=False)
    assert not offer_game(actor=manager, game=game, offered=False)
    assert game not in listed_games()
    assert offer_game(actor=manager, game=game, offered=True)
    assert game in listed_games()


@pytest.mark.django_db(transaction=True)
def test_two_publish_one_draft_at_once(manager: Actor) -> None:
    draft = start_draft(actor=manager, text=PACK)

    def press() -> Any:
        return publish_draft(actor=manager, draft_id=draft.pk, revision=1).is_new

    results = at_once(draft, press, press)
    assert (results.count(True), refusals(results)) == (1, ["draft_gone"])
    assert Ruleset.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_versions_of_one_label_at_once(manager: Actor) -> None:
    game = publish(manager, PACK).game
    other = make_actor(may_manage_games=True)
    drafts = [
        start_draft(actor=actor, text=CORRECTED + f"# {name}\n", game=game)
        for name, actor in (("one", manager), ("two", other))
    ]
    calls = [lambda draft=draft: publish_draft(actor=manager, draft_id=draft.pk, revision=1).is_new for draft in drafts]
    results = at_once(game, *calls)
    assert (results.count(True), refusals(results)) == (1, ["version_published"])
    assert game.rulesets.filter(version="1.1").count() == 1
    assert PackDraft.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_new_games_of_one_key_at_once(manager: Actor) -> None:
    """Both have found the key free; the first to save gets it, and the other's draft is kept."""
    drafts = [start_draft(actor=manager, text=text) for text in (PACK, PACK + "# mine\n")]
    results: list[Any] = [None, None]

    def run(place: int) -> None:
        try:
            results[place] = publish_draft(actor=manager, draft_id=drafts[place].pk, revision=1).is_new
        except Refusal as refusal:
            results[place] = refusal
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(place,), daemon=True) for place in range(2)]
    with transaction.atomic():
        CardGame.objects.create(slug="lantern-clash", name_zh="占位", name_en="Held")
        for thread in threads:
            thread.start()
        wait_until_blocked(2, threads)
        transaction.set_rollback(True)
    for thread in threads:
        thread.join(30)
    assert (results.count(True), refusals(results)) == (1, ["game_key_taken"])
    assert (CardGame.objects.count(), PackDraft.objects.count()) == (1, 1)
