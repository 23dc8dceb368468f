"""Restriction lists on the desk: who is let in, writing one, reading files, withdrawing, and what everybody sees."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.actor import Actor
from cardpool.models import Card, CardGame, RestrictedCards, RestrictionList
from cardpool.queries.restrictions import entries_of
from tests.people_and_events import load_game, make_actor, make_event, owner_of
from tests.web.pages import assert_clean
from tests.web.public.visiting import browser

pytestmark = pytest.mark.django_db

A1, A2, A3 = "HBU01-A01", "HBU01-A02", "HBU01-A03"
TABLE = f"card,kind,limit\n{A1},banned,\n{A2},limited,1\n"
LFLIST = f"#[A][B]\n!2026.10\n{A1} 0 --一号\n{A2} 1\n!2026.7\n{A1} 2\n!W\n$whitelist\n{A1} 3\n"


@pytest.fixture
def game() -> CardGame:
    game = load_game()
    for number, name in [(A1, "一号"), (A2, "二号"), (A3, "三号")]:
        Card.objects.create(game=game, key=number, number=number, name=name)
    return game


@pytest.fixture
def manager() -> Actor:
    return make_actor(may_manage_games=True)


def facts(**more: Any) -> dict[str, Any]:
    return {
        "name": "2026 秋",
        "effective_from": "2026-09-01",
        "format": "",
        "source": "",
        "text": TABLE,
        "q": "",
        **more,
    }


def page(client: Client, path: str, **data: Any) -> str:
    """A page that opens, checked for what holds for every page."""
    answer = client.post(path, data) if data else client.get(path)
    assert answer.status_code == 200, answer.status_code
    assert_clean(answer)
    return answer.content.decode()


def kept(client: Client, game: CardGame, **more: Any) -> RestrictionList:
    answer = client.post(reverse("restriction_list_new", args=[game.slug]), facts(save="1", **more))
    assert answer.status_code == 302, answer.content.decode()
    return RestrictionList.objects.latest("pk")


class TestWhoComesIn:
    @pytest.mark.parametrize(
        "name", ["game_restrictions", "restriction_list_new", "restriction_list", "restriction_list_edit",
                 "restriction_withdraw", "game_rejudging"]
    )  # fmt: skip
    def test_pages_of_managers(self, game: CardGame, manager: Actor, name: str) -> None:
        stored = kept(browser(manager), game)
        one_list = name.startswith("restriction") and name != "restriction_list_new"
        path = reverse(name, args=[game.slug, *([stored.pk] if one_list else [])])
        assert browser(manager).get(path).status_code == 200
        anonymous = browser().get(path)
        assert anonymous.status_code == 302
        assert "login" in anonymous["Location"]
        for actor in (make_actor(), owner_of(make_event())):
            assert browser(actor).get(path).status_code == 403

    def test_nobody_else_writes(self, game: CardGame, manager: Actor) -> None:
        stored = kept(browser(manager), game)
        paths = [
            (reverse("restriction_list_new", args=[game.slug]), facts(save="1", effective_from="2026-10-01")),
            (reverse("restriction_list_edit", args=[game.slug, stored.pk]), facts(save="1", name="x")),
            (reverse("restriction_withdraw", args=[game.slug, stored.pk]), {"reason": "x"}),
            (reverse("restriction_restore", args=[game.slug, stored.pk]), {}),
            (reverse("game_rejudging_again", args=[game.slug]), {}),
        ]
        for actor in (None, make_actor(), owner_of(make_event())):
            for path, sent in paths:
                assert browser(actor).post(path, sent).status_code == (302 if actor is None else 403)
        stored.refresh_from_db()
        assert (RestrictionList.objects.count(), stored.withdrawn_at) == (1, None)

    def test_a_list_of_another_game_is_not_there(self, game: CardGame, manager: Actor) -> None:
        stored = kept(browser(manager), game)
        other = load_game("rush-duel")
        assert browser(manager).get(reverse("restriction_list", args=[other.slug, stored.pk])).status_code == 404


class TestWriting:
    def test_looking_saves_nothing_and_shows_what_it_changes(self, game: CardGame, manager: Actor) -> None:
        client = browser(manager)
        kept(client, game, effective_from="2026-01-01", text=f"card,kind,limit\n{A1},limited,1\n{A3},banned,\n")
        said = page(client, reverse("restriction_list_new", args=[game.slug]), **facts(look="1"))
        assert RestrictionList.objects.count() == 1
        changed = ("Newly restricted", "No longer restricted", "Restricted differently", "at most 1 copy → banned")
        for words in ("Against 2026 秋 (2026-01-01)", *changed):
            assert words in " ".join(said.split())

    def test_a_saved_list_is_shown(self, game: CardGame, manager: Actor) -> None:
        client = browser(manager)
        stored = kept(client, game, source="https://example.org/list", format="open")
        said = page(client, reverse("restriction_list", args=[game.slug, stored.pk]))
        for words in ("2026 秋", "一号", "banned", "at most 1 copy", "https://example.org/list", "open"):
            assert words in said
        assert "2026 秋" in page(client, reverse("game_restrictions", args=[game.slug]))

    def test_taps_change_the_text(self, game: CardGame, manager: Actor) -> None:
        client, path = browser(manager), reverse("restriction_list_new", args=[game.slug])
        said = page(client, path, **facts(q="三号"))
        assert f'value="add:banned:{A3}"' in said
        said = page(client, path, **facts(tap=f"add:limited2:{A3}"))
        assert f"{A3},limited,2" in said
        assert f"{A1},banned" not in page(client, path, **facts(tap="drop:0"))

    def test_every_wrong_line_is_named_and_what_was_typed_stays(self, game: CardGame, manager: Actor) -> None:
        text = "card,kind,limit\nNobody,banned,\nHBU01-A01,limited,\nHBU01-A02,eaten,\n"
        path = reverse("restriction_list_new", args=[game.slug])
        answer = browser(manager).post(path, facts(text=text, save="1", name=""))
        said = answer.content.decode()
        assert answer.status_code == 422
        assert_clean(answer)
        assert "HBU01-A01,limited,\n" in said
        for words in ("Line 3", "does not say to how many copies", "Line 4", "eaten"):
            assert words in said
        answer = browser(manager).post(path, facts(text="card\nNobody\n", save="1"))
        assert answer.status_code == 422
        assert "No card is called “Nobody”" in answer.content.decode()
        assert not RestrictionList.objects.exists()

    def test_fields_that_cannot_be_taken_are_marked(self, game: CardGame, manager: Actor) -> None:
        path = reverse("restriction_list_new", args=[game.slug])
        sent = facts(save="1", name=" ", format="Groß!", effective_from="soon")
        answer = browser(manager).post(path, sent)
        assert answer.status_code == 422
        assert answer.content.decode().count('class="wrong"') == 2
        answer = browser(manager).post(path, facts(save="1", format="Groß!"))
        assert "lowercase letters" in answer.content.decode()

    def test_an_edit_is_the_next_version_and_a_second_editor_is_notified(self, game: CardGame, manager: Actor) -> None:
        stored = kept(browser(manager), game)
        path = reverse("restriction_list_edit", args=[game.slug, stored.pk])
        assert f"{A1},banned" in page(browser(manager), path)
        first = browser(make_actor("lin", may_manage_games=True)).post(path, facts(save="1", name="改"))
        assert first.status_code == 302
        answer = browser(manager).post(path, facts(save="1", name="也改"))
        assert answer.status_code == 422
        assert "lin has saved version 2" in answer.content.decode()
        assert RestrictionList.objects.count() == 2
        assert "It was replaced by version 2" in page(
            browser(manager), reverse("restriction_list", args=[game.slug, stored.pk])
        )

    def test_a_new_list_starts_from_another(self, game: CardGame, manager: Actor) -> None:
        stored = kept(browser(manager), game, format="open")
        path = reverse("restriction_list_new", args=[game.slug])
        said = page(browser(manager), f"{path}?from={stored.pk}")
        assert f"{A2},limited,1" in said
        assert 'value="open"' in said
        assert browser(manager).get(f"{path}?from=x").status_code == 200

    def test_htmx_is_sent_on_after_saving(self, game: CardGame, manager: Actor) -> None:
        path = reverse("restriction_list_new", args=[game.slug])
        answer = browser(manager).post(path, facts(save="1"), headers={"HX-Request": "true"})
        assert answer["HX-Redirect"] == reverse("restriction_list", args=[game.slug, RestrictionList.objects.get().pk])


class TestFiles:
    def read(self, manager: Actor, game: CardGame, data: bytes, name: str = "list.csv", **more: Any) -> str:
        path = reverse("restriction_list_new", args=[game.slug])
        return page(browser(manager), path, **facts(text="", name="", file=SimpleUploadedFile(name, data), **more))

    def test_a_table_from_a_file(self, game: CardGame, manager: Actor) -> None:
        said = self.read(manager, game, "卡牌;限制\n一号;禁止\n".encode("gb18030"), "十月表.csv")
        assert "一号,banned" in said
        assert 'value="十月表"' in said

    def test_one_list_of_an_lflist_is_chosen(self, game: CardGame, manager: Actor) -> None:
        said = self.read(manager, game, LFLIST.encode(), "lflist.conf")
        for words in ("Which one?", "2026.10", "2026.7"):
            assert words in said
        path = reverse("restriction_list_new", args=[game.slug])
        said = page(browser(manager), path, **facts(text=LFLIST, name="", list="0"))
        assert f"{A1},banned,,,,,一号" in said
        assert 'value="2026.10"' in said

    def test_a_whitelist_is_an_entry_of_its_own(self, game: CardGame, manager: Actor) -> None:
        path = reverse("restriction_list_new", args=[game.slug])
        said = page(browser(manager), path, **facts(text=LFLIST, list="2"))
        assert "*,unlisted,,,,," in said
        assert f"{A1},limited,3,,,," in said
        assert "every card that the list does not name is banned" in said

    @pytest.mark.parametrize(
        ("data", "words"),
        [
            (b"\x00\x01\x02", "The file is not text"),
            (b"x" * 1_000_001, "larger than 1000 kB"),
            (b"kind\nbanned\n", "headed"),
        ],
    )  # fmt: skip
    def test_a_file_that_is_no_list(self, game: CardGame, manager: Actor, data: bytes, words: str) -> None:
        assert words in self.read(manager, game, data)

    def test_the_table_that_is_given_out_reads_back(self, game: CardGame, manager: Actor) -> None:
        client = browser(manager)
        stored = kept(client, game)
        answer = browser().get(reverse("restriction_table", args=[game.slug, stored.pk]))
        assert answer["Content-Disposition"].endswith('-all-2026-09-01.csv"')
        again = kept(client, game, text=answer.content.decode(), effective_from="2026-10-01")
        assert entries_of(again) == entries_of(stored)

    def test_withdrawn_lists_are_given_to_managers_alone(self, game: CardGame, manager: Actor) -> None:
        stored = kept(browser(manager), game)
        browser(manager).post(reverse("restriction_withdraw", args=[game.slug, stored.pk]), {"reason": "x"})
        path = reverse("restriction_table", args=[game.slug, stored.pk])
        assert [browser(who).get(path).status_code for who in (None, make_actor(), manager)] == [404, 404, 200]


class TestWithdrawing:
    def test_withdrawn_and_brought_back(self, game: CardGame, manager: Actor) -> None:
        client = browser(manager)
        stored = kept(client, game)
        path = reverse("restriction_withdraw", args=[game.slug, stored.pk])
        assert "Withdraw “2026 秋" in page(client, path)
        assert client.post(path, {"reason": ""}).status_code == 422
        answer = client.post(path, {"reason": "发错了"}, follow=True)
        said = answer.content.decode()
        restore = reverse("restriction_restore", args=[game.slug, stored.pk])
        assert restore in said
        assert "发错了" in said
        assert "Restore it" in page(client, reverse("restriction_list", args=[game.slug, stored.pk]))
        client.post(restore)
        stored.refresh_from_db()
        assert stored.withdrawn_at is None


class TestForEverybody:
    def test_the_lists_of_a_day_and_a_format(self, game: CardGame, manager: Actor) -> None:
        client = browser(manager)
        kept(client, game, name="总表", text=f"card\n{A1}\n", effective_from="2026-01-01")
        kept(client, game, name="开放表", text=f"card\n{A2}\n", effective_from="2026-01-01", format="open")
        kept(client, game, name="新总表", text="", effective_from="2026-06-01")
        path = reverse("restrictions", args=[game.slug])
        cases = {
            "?date=2025-12-31": (),
            "?date=2026-05-31": ("总表",),
            "?date=2026-05-31&format=open": ("总表", "开放表"),
            "?date=2026-06-01&format=OPEN": ("新总表", "开放表"),
        }
        for query, names in cases.items():
            said = page(browser(), path + query)
            found = {name for name in ("开放表", "新总表") if name in said} | ({"总表"} if ">总表<" in said else set())
            assert found == set(names), query
        assert browser().get(path + "?date=2026-02-31").status_code == 200
        assert browser().get(reverse("restrictions", args=["no-such-game"])).status_code == 404

    def test_a_coming_list_is_not_in_force_today(self, game: CardGame, manager: Actor) -> None:
        kept(browser(manager), game, effective_from=str(timezone.localdate() + timedelta(days=1)))
        assert A1 not in page(browser(), reverse("restrictions", args=[game.slug]))
        assert "coming" in page(browser(manager), reverse("game_restrictions", args=[game.slug]))


def test_a_choice_is_kept_together(game: CardGame, manager: Actor) -> None:
    text = f"card,kind,group\n{A1},choose one,x\n{A2},choose one,x\n"
    stored = kept(browser(manager), game, text=text)
    assert [row.cards for row in RestrictedCards.objects.filter(list=stored)] == [[A1, A2]]
    assert "1 of these 2 cards" in page(browser(manager), reverse("restriction_list", args=[game.slug, stored.pk]))
