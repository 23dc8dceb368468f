"""Player IDs: read, once in an event, for staff alone."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.actor import SYSTEM
from accounts.refusals import Refusal
from cardpool.packs import read_pack
from cardpool.packs.problems import PackError
from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import start_event
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.models import Registration
from tournaments.queries.desk_search import find_on_desk
from tournaments.services.entries import (
    accept_as_other,
    add_entry,
    edit_entry,
    late_entry,
    membership,
    register_self,
    reinstate,
    withdraw,
)
from tournaments.services.entries.membership import read_membership_id

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]
TABLE = """
[player_id]
patterns = ["9{10}"]
separator = ""
letters = "upper"
examples = ["0123456789"]
"""


def pack_text() -> str:
    with open("cardpool/games/rush-duel.toml", encoding="utf-8") as file:
        return file.read()


@pytest.mark.parametrize("typed", ["ab 12", "ＡＢ１２", " AB12 "])
def test_width_case_and_spaces_make_no_other_id(typed: str) -> None:
    assert read_membership_id(make_event(), typed) == "AB12"


def test_a_pack_says_what_ids_look_like(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = read_pack(pack_text() + TABLE, source="rush-duel.toml")
    event = make_event()
    monkeypatch.setattr(membership, "pack_of", lambda ruleset: pack)
    assert read_membership_id(event, "０１２３４５６７８９") == "0123456789"
    with pytest.raises(Refusal, match="membership_id_unreadable"):
        read_membership_id(event, "12345")
    with pytest.raises(PackError):
        read_pack(pack_text() + TABLE.replace("0123456789", "abc"), source="rush-duel.toml")


def test_an_event_has_each_once_and_a_withdrawn_entry_gives_it_back() -> None:
    event = make_event()
    first = enter(event, "李雷", membership_id="A1")[0]
    ways: list[Any] = [
        lambda: enter(event, "韩梅", membership_id="a 1"),
        lambda: register_self(actor=SYSTEM, tournament_id=event.pk, name="王伟", membership_id="A1", age_group="adult"),
    ]
    for way in ways:
        with pytest.raises(Refusal) as refused:
            way()
        assert (refused.value.code, refused.value.field) == ("membership_id_taken", "membership_id")
    assert event.registrations.count() == 1
    withdraw(actor=owner_of(event), registration_id=first.pk)
    enter(event, "韩梅", membership_id="A1")
    with pytest.raises(Refusal, match="membership_id_taken"):
        reinstate(actor=owner_of(event), registration_id=first.pk)
    other = enter(make_event(), "李雷", membership_id="A1")[0]
    assert other.membership_id == "A1"


def test_who_withdrew_is_not_taken_in_late_with_an_id_that_was_given_out_since() -> None:
    event = start_event(4)
    first, second = event.registrations.order_by("pk")[:2]
    event.registrations.filter(pk=first.pk).update(status=Registration.Status.WITHDRAWN, membership_id="A1")
    event.registrations.filter(pk=second.pk).update(membership_id="A1")
    with pytest.raises(Refusal, match="membership_id_taken"):
        late_entry(actor=owner_of(event), tournament_id=event.pk, registration_id=first.pk, late_policy="bye")


def test_it_is_corrected_and_left_where_nothing_is_said() -> None:
    event = make_event()
    entry = enter(event, "李雷", membership_id="A1")[0]
    facts = {"actor": owner_of(event), "registration_id": entry.pk, "birth_year": None, "public_name": "", "team": ""}
    assert edit_entry(name="李磊", **facts).membership_id == "A1"
    assert edit_entry(name="李磊", membership_id="b2", **facts).membership_id == "B2"
    assert event.log.first().facts["before"] == {"membership_id": "A1"}


def test_staff_search_by_it_and_export_it_and_nobody_else_reads_it() -> None:
    event = make_event()
    add_entry(actor=owner_of(event), tournament_id=event.pk, name="李雷", membership_id="KDE-7781")
    assert [found.entry.name for found in find_on_desk(event, "kde-77").entries] == ["李雷"]
    desk = DeskVisitor(event, owner_of(event))
    assert "李雷" in desk.read("desk_entries", q="kde-7781")
    staff, public = (tournament_sheets(tournament=event, actor=actor) for actor in (owner_of(event), SYSTEM))
    assert [sheet.rows for sheet in staff if sheet.title == "Player IDs"] == [[[1, "李雷", "KDE-7781", "Registered"]]]
    assert not any("KDE-7781" in str(list(sheet.rows)) for sheet in public)
    for page in ("tournament_players", "tournament_overview"):
        assert "KDE-7781" not in words_of(browser().get(reverse(page, args=[event.code])))


def test_a_request_keeps_an_id_that_is_taken_beside() -> None:
    event = make_event()
    enter(event, "李雷", membership_id="A1")
    register_self(actor=SYSTEM, tournament_id=event.pk, name="李雷", age_group="adult")
    asked = register_self(
        actor=SYSTEM, tournament_id=event.pk, name="李雷", membership_id="A1", age_group="adult"
    ).request
    assert asked is not None
    made = accept_as_other(actor=owner_of(event), request_id=asked.pk).made
    assert made is not None
    assert (asked.membership_id, made.membership_id) == ("A1", "")
    assert Registration.objects.filter(membership_id="A1").count() == 1


def test_the_page_to_join_says_what_is_wrong_at_the_field() -> None:
    event = make_event()
    enter(event, "李雷", membership_id="A1")
    path = reverse("tournament_register", args=[event.code])
    answer = browser().post(path, {"name": "韩梅", "membership_id": "a1", "age_group": "adult"})
    assert answer.status_code == 422
    assert "membership_id" in answer.context["form"].errors
    assert "李雷" not in words_of(answer)
