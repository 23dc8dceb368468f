"""Judging by dated restriction lists: the day, the format, the printed source, and a list that changes in the
meantime."""

from __future__ import annotations

import io
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from cardpool.lists.entries import Entry, RestrictionKind
from cardpool.models import Card, CardGame
from cardpool.queries import current_ruleset
from cardpool.services.restrictions import ListData, save_list, withdraw_list
from decks.differences import verdict_turned_on
from decks.judging import judge_text
from decks.wording import say_basis
from tests.people_and_events import load_game, make_actor
from tests.web.public.visiting import browser

pytestmark = pytest.mark.django_db

A1 = "HBU01-A01"
B, L, C, U = RestrictionKind.BANNED, RestrictionKind.LIMITED, RestrictionKind.CHOOSE_ONE, RestrictionKind.UNRELEASED
SPRING, SUMMER = date(2026, 3, 1), date(2026, 6, 1)


@pytest.fixture
def game() -> CardGame:
    return load_game()


def publish(game: CardGame, *entries: Entry, **facts: Any) -> Any:
    data = {"name": "表", "effective_from": SPRING, **facts}
    actor = make_actor(may_manage_games=True)
    return actor, save_list(actor=actor, game_id=game.pk, data=ListData(entries=entries, **data)).list


def found(game: CardGame, text: str, *, on: date, format: str = "") -> list[tuple[str, str, int | None]]:
    """The restrictions the list breaks: code, source, limit."""
    ruleset = current_ruleset(game, on=on)
    judged = judge_text(text, ruleset=ruleset, best_of=1, pool="open", as_of=on, format=format)
    codes = {"card_banned", "card_limited", "choose_one", "card_unreleased"}
    return [(one["code"], one["clause"], one["limit"]) for one in judged.report["violations"] if one["code"] in codes]


def test_the_list_of_the_day_judges(game: CardGame) -> None:
    publish(game, Entry(L, (A1,), 1))
    publish(game, Entry(B, (A1,)), effective_from=SUMMER)
    text = f"2 {A1}"
    assert found(game, text, on=date(2026, 2, 28)) == []
    assert found(game, text, on=SPRING) == [("card_limited", "表 (2026-03-01)", 1)]
    assert found(game, text, on=date(2026, 5, 31)) == [("card_limited", "表 (2026-03-01)", 1)]
    assert found(game, text, on=SUMMER) == [("card_banned", "表 (2026-06-01)", 0)]


def test_a_list_without_entries_frees_everything(game: CardGame) -> None:
    publish(game, Entry(B, (A1,)))
    publish(game, effective_from=SUMMER)
    assert found(game, f"2 {A1}", on=SUMMER) == []


def test_a_list_that_restricts_nothing_is_named(game: CardGame, tmp_path: Path) -> None:
    publish(game, Entry(B, (A1,)))
    publish(game, effective_from=SUMMER)
    publish(game, Entry(U, (A1,), ends=date(2026, 3, 14)), name="赛制表", format="open")
    ruleset = current_ruleset(game, on=SUMMER)
    for format, lists in (("", ["表 (2026-06-01)"]), ("open", ["表 (2026-06-01)", "赛制表 (2026-03-01)"])):
        judged = judge_text(f"1 {A1}", ruleset=ruleset, best_of=1, pool="open", as_of=SUMMER, format=format)
        assert judged.report["restrictions"] == lists
    (tmp_path / "deck.txt").write_text(f"1 {A1}\n", encoding="utf-8")
    (tmp_path / "lflist.conf").write_text("#a comment\n!2026.7\n", encoding="utf-8")
    asked = ("--game", game.slug, "--lang", "en", "--as-of", "2026-06-01", str(tmp_path / "deck.txt"))
    for lists, named in (((), "表 (2026-06-01)"), (("--restrictions", str(tmp_path / "lflist.conf")), "2026.7")):
        assert f"the restrictions of {named}." in run_here(*asked, *lists)[1]


def test_general_lists_hold_beside_a_formats_own(game: CardGame) -> None:
    publish(game, Entry(L, (A1,), 2))
    publish(game, Entry(L, (A1,), 1), format="open")
    text = f"3 {A1}"
    assert found(game, text, on=SPRING) == [("card_limited", "表 (2026-03-01)", 2)]
    assert [limit for _, _, limit in found(game, text, on=SPRING, format="open")] == [1, 2]
    assert [limit for _, _, limit in found(game, text, on=SPRING, format="other")] == [2]


def test_a_choice_and_a_card_before_its_release(game: CardGame) -> None:
    publish(game, Entry(C, (A1, "HBU01-A02"), 1), Entry(U, ("HBU01-A03",), ends=date(2026, 3, 14)))
    text = f"1 {A1}\n1 HBU01-A02\n1 HBU01-A03"
    assert {code for code, _, _ in found(game, text, on=date(2026, 3, 14))} == {"choose_one", "card_unreleased"}
    assert {code for code, _, _ in found(game, text, on=date(2026, 3, 15))} == {"choose_one"}


def test_a_changed_list_judges_at_once(game: CardGame) -> None:
    actor, stored = publish(game, Entry(B, (A1,)))
    assert found(game, f"1 {A1}", on=SPRING)
    data = ListData("表", SPRING, (Entry(L, (A1,), 1),))
    edited = save_list(actor=actor, game_id=game.pk, data=data, replaces=stored.pk).list
    assert found(game, f"1 {A1}", on=SPRING) == []
    assert found(game, f"2 {A1}", on=SPRING) == [("card_limited", "表 (2026-03-01) v2", 1)]
    withdraw_list(actor=actor, list_id=edited.pk, reason="x")
    assert found(game, f"2 {A1}", on=SPRING) == []


def test_the_verdict_says_what_it_rests_on(game: CardGame) -> None:
    publish(game, Entry(B, ("HBU01-A09",)))
    ruleset = current_ruleset(game, on=SPRING)
    judged = judge_text(f"1 {A1}", ruleset=ruleset, best_of=1, pool="open", as_of=SPRING)
    said = say_basis(judged.report, day=SPRING)
    for words in ("2026-03-01", "ultraman-hero-duel V1.9", "表 (2026-03-01)"):
        assert words in said
    before = judge_text(f"1 {A1}", ruleset=ruleset, best_of=1, pool="open", as_of=date(2026, 2, 1))
    assert before.report["restrictions"] == []
    page = browser().post("/decks/check/", {"text": f"1 {A1}", "date": "2026-03-01", "game": game.slug})
    assert "表 (2026-03-01)" in page.content.decode()
    assert "by Ultraman Hero Duel V1.9" in page.content.decode()


def test_the_stand_alone_page_offers_formats_where_there_are_some(game: CardGame) -> None:
    sent = {"text": f"1 {A1}", "date": "2026-03-01", "game": game.slug, "format": "open", "best_of": "1"}
    assert 'name="format"' not in browser().post("/decks/check/", sent).content.decode()
    publish(game, Entry(B, (A1,)), format="open")
    page = browser().post("/decks/check/", sent).content.decode()
    assert 'name="format"' in page
    assert "banned" in page
    assert "is banned" not in browser().post("/decks/check/", sent | {"format": ""}).content.decode()


def facts(code: str, clause: str, actual: int) -> dict[str, Any]:
    cards = [{"number": A1, "name": "一号", "count": actual}]
    return {"code": code, "clause": clause, "section": "main", "cards": cards, "limit": 1, "actual": actual}


def report(*violations: dict[str, Any]) -> dict[str, Any]:
    return {"legal": not violations, "violations": list(violations), "errors": []}


@pytest.mark.parametrize(
    ("before", "after", "turned_on"),
    [
        (report(), report(), None),
        (report(facts("card_limited", "A", 2)), report(facts("card_limited", "B", 2)), None),
        (report(), report(facts("card_limited", "A", 2)), [{"number": A1, "name": "一号"}]),
        (report(facts("card_limited", "A", 2)), report(), [{"number": A1, "name": "一号"}]),
        (report(facts("card_limited", "A", 2)), report(facts("card_banned", "A", 2)), [{"number": A1, "name": "一号"}]),
    ],
)
def test_when_a_verdict_is_another_one(before: Any, after: Any, turned_on: Any) -> None:
    assert verdict_turned_on(before, after) == turned_on


def run_here(*arguments: str) -> tuple[int, str]:
    """Call the command in this process: exit status and output."""
    out = io.StringIO()
    try:
        call_command("check_deck", *arguments, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


class TestCommand:
    """`check_deck --restrictions LIST --format KEY`."""

    GAME = ("--game", "ultraman-hero-duel", "--best-of", "1", "--lang", "en", "--json")

    def run(self, folder: Path, listed: str, *more: str, name: str = "list.csv") -> tuple[int, dict[str, Any]]:
        deck, restrictions = folder / "deck.txt", folder / name
        deck.write_text("3 HBU01-A07\n", encoding="utf-8")
        restrictions.write_text(listed, encoding="utf-8")
        status, out = run_here(*self.GAME, "--restrictions", str(restrictions), *more, str(deck))
        return status, json.loads(out)

    def test_a_table(self, tmp_path: Path) -> None:
        status, printed = self.run(tmp_path, "卡牌,限制,张数\n赛罗奥特曼,限制,1\n", "--as-of", "2026-05-01")
        assert status == 1
        limited = next(one for one in printed["violations"] if one["code"] == "card_limited")
        assert (limited["clause"], limited["limit"], limited["actual"]) == ("list", 1, 3)
        assert (printed["as_of"], printed["restrictions"]) == ("2026-05-01", ["list"])

    def test_a_list_of_an_lflist(self, tmp_path: Path) -> None:
        text = "!new\nHBU01-A07 0\n!old\nHBU01-A07 3\n"
        status, printed = self.run(tmp_path, text, name="lflist.conf")
        assert (status, printed["errors"][0]["code"]) == (2, "bad_restrictions")
        assert "new, old" in printed["errors"][0]["message"]
        _, printed = self.run(tmp_path, text, "--list", "new", name="lflist.conf")
        assert "card_banned" in {one["code"] for one in printed["violations"]}

    def test_every_wrong_line_is_said(self, tmp_path: Path) -> None:
        status, printed = self.run(tmp_path, "card,kind\nNobody,banned\n???,banned\n")
        assert status == 2
        message = printed["errors"][0]["message"]
        assert "Line 2" in message
        assert "Line 3" in message

    def test_lists_of_the_site_in_a_format(self, tmp_path: Path, game: CardGame) -> None:
        publish(game, Entry(B, ("HBU01-A07",)), format="open")
        path = tmp_path / "deck.txt"
        path.write_text("1 HBU01-A07\n", encoding="utf-8")
        for format, lists in (("open", ["表 (2026-03-01)"]), ("other", [])):
            status, out = run_here(*self.GAME, "--as-of", "2026-03-01", "--format", format, str(path))
            printed = json.loads(out)
            assert (status, printed["restrictions"], printed["format"]) == (1, lists, format)


def test_a_code_of_a_card_restricts_the_card(game: CardGame) -> None:
    Card.objects.create(game=game, key=A1, number=A1, name="一号", codes=["120105001"])
    publish(game, Entry(B, ("120105001",)))
    assert found(game, f"1 {A1}", on=SPRING) == [("card_banned", "表 (2026-03-01)", 0)]
