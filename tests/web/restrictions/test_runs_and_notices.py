"""Runs over open decks as their viewers see them, and notices: read, opened, marked as read, counted."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.actor import Actor
from accounts.inbox import notices_of, send_notice
from accounts.models import Notice
from cardpool.lists.entries import Entry, RestrictionKind
from cardpool.services.restrictions import ListData, save_list
from tests.background import no_worker
from tests.people_and_events import enter, make_actor, make_event, owner_of, player_actor, staff_actor
from tests.web.pages import assert_clean
from tests.web.public.visiting import browser
from tournaments.models import Rejudging, Tournament
from tournaments.services import rejudging
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.rejudging import ask_rejudging

pytestmark = pytest.mark.django_db(transaction=True)

A1 = "HBU01-A01"
FACTS = {"event": "周末赛", "cards": [A1], "was_legal": True, "legal": False}


def page(actor: Actor | None, path: str, **headers: str) -> str:
    answer = browser(actor).get(path, headers=headers)
    assert answer.status_code == 200, answer.status_code
    if not headers:
        assert_clean(answer)
    return answer.content.decode()


@pytest.fixture
def tournament() -> Tournament:
    return make_event()


@pytest.fixture
def manager() -> Actor:
    return make_actor(may_manage_games=True)


def ban(manager: Actor, tournament: Tournament) -> None:
    data = ListData("禁限表", date(2026, 1, 1), (Entry(RestrictionKind.BANNED, (A1,)),))
    save_list(actor=manager, game_id=tournament.game_id, data=data)


def hand_in(entry: Any) -> None:
    save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=f"3 {A1}", submit=True)


class TestRuns:
    def test_a_run_and_whose_verdict_it_changed(self, tournament: Tournament, manager: Actor) -> None:
        ann, child = enter(tournament, "Ann"), enter(tournament, "王小明", birth_year=timezone.localdate().year - 9)
        for entry in (*ann, *child):
            hand_in(entry)
        ban(manager, tournament)
        path = reverse("game_rejudging", args=[tournament.game.slug])
        said = page(manager, path)
        for words in ("New list 禁限表 (2026-01-01)", "2 verdicts changed", "Ann", "王＊＊", A1, "still not legal"):
            assert words in said
        assert "王小明" not in said
        assert reverse("deck_editor", args=[ann[0].pk]) not in said
        assert "every 2s" not in said
        both = staff_actor(tournament, "judge")
        both.user.may_manage_games = True
        both.user.save()
        said = page(both, path)
        assert "王小明" in said
        assert reverse("deck_editor", args=[ann[0].pk]) in said

    def test_a_waiting_run_asks_on_by_itself(self, tournament: Tournament, manager: Actor) -> None:
        hand_in(enter(tournament, "Ann")[0])
        with no_worker():
            ban(manager, tournament)
        path = reverse("game_rejudging", args=[tournament.game.slug])
        said = page(manager, path)
        assert "waiting" in said
        assert f'hx-get="{path}?run={Rejudging.objects.get().pk}" hx-trigger="every 2s"' in said
        fragment = page(manager, path, **{"HX-Request": "true"})
        assert "<html" not in fragment
        assert 'value="0" max="1"' in " ".join(fragment.split())

    def test_an_earlier_run_is_looked_at_again(self, tournament: Tournament, manager: Actor) -> None:
        hand_in(enter(tournament, "Ann")[0])
        ban(manager, tournament)
        first = Rejudging.objects.get()
        path = reverse("game_rejudging", args=[tournament.game.slug])
        browser(manager).post(reverse("game_rejudging_again", args=[tournament.game.slug]))
        said = page(manager, path)
        assert f"{path}?run={first.pk}" in said
        assert "still not legal" not in said
        assert "still not legal" in page(manager, f"{path}?run={first.pk}")
        assert browser(manager).get(f"{path}?run=x").status_code == 200

    def test_judged_again_by_hand(self, tournament: Tournament, manager: Actor) -> None:
        hand_in(enter(tournament, "Ann")[0])
        path = reverse("game_rejudging_again", args=[tournament.game.slug])
        assert browser(manager).get(path).status_code == 405
        browser(manager).post(path)
        run = Rejudging.objects.get()
        assert (run.state, run.total, run.cause) == ("done", 1, {"kind": "asked"})

    def test_a_run_that_failed_says_why(self, tournament: Tournament, manager: Actor) -> None:
        run = ask_rejudging(game_id=tournament.game_id, actor=manager, cause={"kind": "pool"})
        path = reverse("game_rejudging", args=[tournament.game.slug])
        for error, words in (
            ("disk_full", "the disk has been full for too long"),
            ("decks_failed:2", "2 decks could not"),
        ):
            Rejudging.objects.filter(pk=run.pk).update(state="failed", error=error)
            assert words in page(manager, path)

    def test_a_large_events_settings_lead_to_the_run(self, tournament: Tournament, monkeypatch: Any) -> None:
        monkeypatch.setattr(rejudging, "MAX_AT_ONCE", 0)
        hand_in(enter(tournament, "Ann")[0])
        client = browser(owner_of(tournament))
        form = client.get(reverse("desk_edit", args=[tournament.code])).context["form"]
        sent = {
            name: form[name].value()
            for name in form.fields
            if form[name].value() is not None and form[name].value() is not False
        }
        sent |= {"format": "Open", "starts_at": timezone.localtime(tournament.starts_at).strftime("%Y-%m-%dT%H:%M")}
        with no_worker():
            answer = client.post(reverse("desk_edit", args=[tournament.code]), sent)
        path = reverse("desk_rejudging", args=[tournament.code])
        assert (answer.status_code, answer["Location"]) == (302, path)
        tournament.refresh_from_db()
        assert tournament.format == "open"
        assert "An event&#x27;s settings changed" in page(owner_of(tournament), path)
        assert "<html" not in page(owner_of(tournament), path, **{"HX-Request": "true"})
        for actor, status in ((None, 302), (make_actor(), 403), (staff_actor(tournament, "judge"), 403)):
            assert browser(actor).get(path).status_code == status


class TestNotices:
    def test_nobody_has_none(self) -> None:
        assert "Who are you?" in page(None, reverse("my_notices"))

    def test_read_opened_and_put_away(self) -> None:
        actor = make_actor()
        first, second, third = (
            send_notice(to=actor.user, code="verdict_changed", path="/my/", **FACTS) for _ in range(3)
        )
        client = browser(actor)
        said = page(actor, reverse("my_notices"))
        assert said.count('class="unread"') == 3
        assert "Your list for 周末赛 is no longer legal, because of: HBU01-A01." in said
        assert 'class="unread-count" aria-hidden="true">3<' in page(actor, "/")
        assert "3 unread notices" in page(actor, reverse("my_page"))
        answer = client.post(reverse("my_notice_read", args=[first.pk]), {"open": "1"})
        assert answer["Location"] == "/my/"
        assert client.post(reverse("my_notice_read", args=[second.pk]))["Location"] == reverse("my_notices")
        assert notices_of(actor).filter(read_at__isnull=True).get() == third
        client.post(reverse("my_notices_read"))
        assert not notices_of(actor).filter(read_at__isnull=True).exists()
        assert "unread-count" not in page(actor, "/")

    def test_a_player_with_a_personal_link_has_notices_too(self, tournament: Tournament) -> None:
        (ann,) = enter(tournament, "Ann")
        send_notice(to=ann.player, code="verdict_changed", path="/my/", **FACTS)
        actor = Actor(player=ann.player)
        ann.player.link_hash = "x" * 64
        ann.player.save()
        assert "周末赛" in page(actor, reverse("my_notices"))

    def test_others_notices_are_not_there(self) -> None:
        notice = send_notice(to=make_actor().user, code="verdict_changed", path="/my/", **FACTS)
        for actor in (None, make_actor()):
            answer = browser(actor).post(reverse("my_notice_read", args=[notice.pk]))
            assert answer.status_code == 404
        browser().post(reverse("my_notices_read"))
        assert Notice.objects.get().read_at is None

    def test_a_notice_leads_nowhere_outside(self) -> None:
        actor = make_actor()
        notice = send_notice(to=actor.user, code="verdict_changed", path="//evil.example/", **FACTS)
        answer = browser(actor).post(reverse("my_notice_read", args=[notice.pk]), {"open": "1"})
        assert answer["Location"] == reverse("my_notices")

    def test_reading_changes_nothing(self) -> None:
        actor = make_actor()
        notice = send_notice(to=actor.user, code="verdict_changed", path="/my/", **FACTS)
        assert browser(actor).get(reverse("my_notice_read", args=[notice.pk])).status_code == 405
        page(actor, reverse("my_notices"))
        assert notices_of(actor).get().read_at is None
