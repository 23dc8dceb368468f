"""Named links by which helpers without an account work at one event."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.people_and_events import make_event, make_user, owner_of, staff_actor
from tests.refused import refused
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.public.visiting import running_event
from tournaments.models import Export, Match, StaffLink, StaffMember, Tournament
from tournaments.permissions import Action, may
from tournaments.services import staff_links
from tournaments.services.calls import claim_call, has_raised, is_claimed_by, raise_call
from tournaments.services.exporting import request_export, write_export
from tournaments.services.finish import reopen_tournament
from tournaments.services.staff import add_staff, remove_staff
from tournaments.services.staff_links import actor_by_link, issue_staff_link, revoke_ended, revoke_staff_link

pytestmark = pytest.mark.django_db


def link_of(event: Tournament, role: str = "judge", name: str = "Judge 1–20", **facts: Any) -> tuple[StaffLink, str]:
    return issue_staff_link(actor=owner_of(event), tournament_id=event.pk, name=name, role=role, **facts)


def working(link: StaffLink) -> Actor | None:
    return actor_by_link(key=link.pk, hashed=link.secret_hash)


def phone_with(path: str) -> Client:
    """A phone that opened the link and pressed its button."""
    phone = Client(HTTP_ACCEPT_LANGUAGE="en")
    assert phone.post(path).status_code == 302
    return phone


class TestIssuing:
    def test_shows_the_link_once_and_keeps_its_hash_alone(self) -> None:
        event = make_event()
        desk = DeskVisitor(event, staff_actor(event, "organiser"))
        page = text_of(desk.post("desk_staff_links", name=" Judge  1–20 ", role="judge"))
        [secret] = set(re.findall(r"/staff-link/([\w-]+)/", page))
        assert "<svg" in page, "the QR code"
        link = StaffLink.objects.get()
        assert link.name == "Judge 1–20"
        assert secret not in str(StaffLink.objects.values())
        assert secret not in text_of(desk.get("desk_staff_links"))
        assert secret not in str(event.log.values())

    @pytest.mark.parametrize("role", ["judge", "scorekeeper"])
    def test_is_for_organisers(self, role: str) -> None:
        event = make_event()
        with pytest.raises(NotAllowed):
            issue_staff_link(actor=staff_actor(event, role), tournament_id=event.pk, name="A", role="judge")

    def test_no_helper_makes_another(self) -> None:
        event = make_event()
        helper = working(link_of(event)[0])
        assert helper is not None
        with pytest.raises(NotAllowed):
            issue_staff_link(actor=helper, tournament_id=event.pk, name="B", role="judge")

    def test_a_name_stands_for_one_in_the_log(self) -> None:
        event = make_event()
        link, _path = link_of(event)
        for name in ("judge 1–20", owner_of(event).label.upper()):
            with pytest.raises(Conflict, match="staff_name_taken"):
                link_of(event, name=name)
        revoke_staff_link(actor=owner_of(event), tournament_id=event.pk, link_id=link.pk)
        link_of(event)

    def test_no_account_gets_the_name_of_a_link(self) -> None:
        event = make_event()
        link, _path = link_of(event, name="Ｌee")
        make_user("lee")
        facts: dict[str, Any] = {
            "actor": owner_of(event),
            "tournament_id": event.pk,
            "username": "lee",
            "role": "judge",
        }
        refused("staff_name_taken", add_staff, kind=Conflict, **facts)
        revoke_staff_link(actor=owner_of(event), tournament_id=event.pk, link_id=link.pk)
        add_staff(**facts)

    def test_no_link_gets_the_name_of_an_owner_of_the_site(self) -> None:
        make_user("root", is_superuser=True)
        with pytest.raises(Conflict, match="staff_name_taken"):
            link_of(make_event(), name="Root")

    @pytest.mark.parametrize(("name", "code"), [("Judge\u200b 1", "hidden_character"), ("\u0301", "name_required")])
    def test_a_name_can_be_read(self, name: str, code: str) -> None:
        with pytest.raises(Refusal, match=code):
            link_of(make_event(), name=name)

    @pytest.mark.parametrize("role", ["owner", "organiser", "player", ""])
    def test_gives_no_other_role(self, role: str) -> None:
        with pytest.raises(Refusal, match="no_such_role"):
            link_of(make_event(), role=role)

    def test_says_what_is_wrong_in_the_form(self) -> None:
        event = make_event()
        desk = DeskVisitor(event, owner_of(event))
        answer = desk.post("desk_staff_links", name="A", role="judge", expires_at="2020-01-01T10:00")
        assert answer.status_code == 422
        assert "This time has passed already." in text_of(answer)


class TestRights:
    @pytest.mark.parametrize("role", ["judge", "scorekeeper"])
    def test_are_those_of_the_role_at_its_event_and_nothing_elsewhere(self, role: str) -> None:
        event, other = make_event(), make_event()
        helper, member = working(link_of(event, role)[0]), staff_actor(event, role)
        assert helper is not None
        for action in Action:
            assert may(helper, action, event) == may(member, action, event), action
            assert may(helper, action, other) == may(Actor(), action, other), action

    def test_of_a_floor_helper_are_few(self) -> None:
        event = make_event()
        helper = working(link_of(event, "floor")[0])
        assert helper is not None
        more = {action for action in Action if may(helper, action, event) != may(Actor(), action, event)}
        assert more == {
            Action.VIEW_DESK, Action.CHECK_IN, Action.RECORD_RESULTS, Action.CALL_JUDGE, Action.VIEW_PRIVATE_NAMES,
        }  # fmt: skip


class TestTheEnd:
    def test_by_revoking(self) -> None:
        event = running_event()
        link, path = link_of(event)
        phone = phone_with(path)
        assert phone.get(f"/t/{event.code}/floor/").status_code == 200
        desk = DeskVisitor(event, owner_of(event))
        assert "signed out" in text_of(desk.get("desk_staff_link_revoke", link.pk))
        desk.post("desk_staff_link_revoke", link.pk)
        assert phone.get(f"/t/{event.code}/floor/").status_code == 302
        assert phone.get(path).status_code == 410

    def test_by_its_time(self) -> None:
        event = make_event()
        link, path = link_of(event, expires_at=timezone.now() + timedelta(hours=1))
        assert working(link) is not None
        StaffLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert working(link) is None
        assert Client().get(path).status_code == 410

    @pytest.mark.parametrize(("hours", "works"), [(11, True), (13, False)])
    def test_with_the_event(self, hours: int, works: bool) -> None:
        event = make_event()
        link, _path = link_of(event)
        ended = timezone.now() - timedelta(hours=hours)
        Tournament.objects.filter(pk=event.pk).update(phase=Tournament.Phase.FINISHED, finished_at=ended)
        assert (working(link) is not None) == works

    def test_when_who_made_it_leaves(self) -> None:
        event = make_event()
        organiser = staff_actor(event, "organiser")
        link, _path = issue_staff_link(actor=organiser, tournament_id=event.pk, name="A", role="judge")
        assert working(link) is not None
        remove_staff(
            actor=owner_of(event),
            tournament_id=event.pk,
            username=organiser.user.username,
            role="organiser",  # type: ignore[union-attr]
        )
        assert working(link) is None
        assert event.log.filter(verb="staff_link_revoked", facts__name="A").count() == 1
        add_staff(actor=owner_of(event), tournament_id=event.pk, username=organiser.user.username, role="organiser")  # type: ignore[union-attr]
        assert working(link) is None, "it does not work again"

    def test_when_who_made_it_is_blocked(self) -> None:
        event = make_event()
        organiser = staff_actor(event, "organiser")
        link, _path = issue_staff_link(actor=organiser, tournament_id=event.pk, name="A", role="judge")
        assert organiser.user is not None
        for is_active in (False, True):
            organiser.user.is_active = is_active
            organiser.user.save()
            assert working(link) is None

    def test_of_a_role_that_gave_no_right_to_links_changes_nothing(self) -> None:
        event = make_event()
        owner = owner_of(event)
        assert owner.user is not None
        StaffMember.objects.create(tournament=event, user=owner.user, role="judge")
        link, _path = link_of(event)
        remove_staff(actor=owner, tournament_id=event.pk, username=owner.user.username, role="judge")
        assert working(link) is not None

    @pytest.mark.parametrize(("hours", "works"), [(11, True), (13, False)])
    def test_with_the_event_is_for_good(self, hours: int, works: bool) -> None:
        event = make_event()
        link, _path = link_of(event)
        ended = timezone.now() - timedelta(hours=hours)
        Tournament.objects.filter(pk=event.pk).update(phase=Tournament.Phase.FINISHED, finished_at=ended)
        reopen_tournament(actor=owner_of(event), tournament_id=event.pk)
        assert (working(link) is not None) == works

    def test_a_link_rests_while_the_event_is_cancelled(self) -> None:
        event = make_event()
        link, _path = link_of(event)
        Tournament.objects.filter(pk=event.pk).update(phase=Tournament.Phase.CANCELLED)
        assert revoke_ended(event.staff_links.all()) == []
        assert working(link) is None
        Tournament.objects.filter(pk=event.pk).update(phase=Tournament.Phase.REGISTRATION)
        assert working(link) is not None

    def test_by_its_time_leaves_name_and_place_to_another(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(staff_links, "MAX_LINKS", 1)
        event = make_event()
        first, _path = link_of(event)
        StaffLink.objects.update(expires_at=timezone.now())
        page = text_of(DeskVisitor(event, owner_of(event)).get("desk_staff_links"))
        assert f"links/{first.pk}/revoke/" in page, "it can be ended by hand, too"
        second, _path = link_of(event)
        first.refresh_from_db()
        assert (first.revoked_at is not None, working(second) is not None) == (True, True)


class TestAPhone:
    def test_asks_first_and_signs_out_who_was_there(self) -> None:
        event = running_event()
        link, path = link_of(event)
        phone = Client(HTTP_ACCEPT_LANGUAGE="en")
        phone.force_login(staff_actor(event, "scorekeeper").user)  # type: ignore[arg-type]
        before = phone.session.session_key
        page = phone.get(path).content.decode()
        assert link.name in page
        assert event.log.filter(verb="staff_link_opened").count() == 0
        assert phone.post(path)["Location"] == f"/t/{event.code}/floor/"
        assert phone.session.session_key != before
        assert "_auth_user_id" not in phone.session
        assert event.log.get(verb="staff_link_opened").actor == link.name
        assert phone.get(path).status_code == 302, "it is opened already"

    def test_works_under_the_name_of_the_link(self) -> None:
        event = running_event()
        phone = phone_with(link_of(event, "scorekeeper", "Desk 2")[1])
        match = Match.objects.filter(round__tournament=event, is_complete=False).first()
        assert match is not None
        sent = {"wins1": 2, "wins2": 0, "version": match.version, "expected_version": match.version}
        phone.post(f"/t/{event.code}/desk/match/{match.pk}/score/", sent)
        line = event.log.latest("pk")
        assert (line.actor, line.user, line.verb) == ("Desk 2", None, "score_recorded")

    def test_claims_calls_and_closes_them(self) -> None:
        event = running_event()
        phone = phone_with(link_of(event)[1])
        match = Match.objects.filter(round__tournament=event, is_complete=False).first()
        assert match is not None
        phone.post(f"/t/{event.code}/calls/table/{match.pk}/")
        call = event.judge_calls.get()
        place = f"/t/{event.code}/calls/{call.pk}/"
        phone.post(f"{place}claim/")
        phone.post(f"{place}claim/")
        page = phone.get(place)
        assert (page.status_code, page.context["is_mine"], page.context["may_withdraw"]) == (200, True, True)
        call.refresh_from_db()
        assert call.claimed_by == "Judge 1–20"
        other = phone_with(link_of(event, name="Judge 21–40")[1])
        assert other.get(place).context["is_mine"] is False

    def test_reads_on_the_floor_which_calls_are_their_own(self) -> None:
        event = running_event()
        mine, other = phone_with(link_of(event)[1]), phone_with(link_of(event, name="Judge 21–40")[1])
        match = Match.objects.filter(round__tournament=event, is_complete=False).first()
        assert match is not None
        mine.post(f"/t/{event.code}/calls/table/{match.pk}/")
        call = event.judge_calls.get()
        mine.post(f"/t/{event.code}/calls/{call.pk}/claim/")
        floor, rule = f"/t/{event.code}/floor/", f'id="rule-{call.pk}"'
        pages = [text_of(phone.get(floor)) for phone in (mine, other)]
        assert ["You have this call" in page for page in pages] == [True, False]
        assert ["Judge 1–20 has this call" in page for page in pages] == [False, True]
        assert [rule in page for page in pages] == [True, False]

    def test_with_the_name_of_an_ended_link_has_none_of_its_calls(self) -> None:
        event = running_event()
        old, _path = link_of(event)
        match = Match.objects.filter(round__tournament=event, is_complete=False).first()
        helper = working(old)
        assert helper is not None
        assert match is not None
        call = claim_call(actor=helper, call_id=raise_call(actor=helper, match_id=match.pk).pk)
        revoke_staff_link(actor=owner_of(event), tournament_id=event.pk, link_id=old.pk)
        other = working(link_of(event)[0])
        assert other is not None
        assert (has_raised(helper, call), is_claimed_by(helper, call)) == (True, True)
        assert (has_raised(other, call), is_claimed_by(other, call)) == (False, False)

    def test_names_the_helper_and_their_event(self) -> None:
        event = running_event()
        link, path = link_of(event)
        phone = phone_with(path)
        page = phone.get("/my/").content.decode()
        assert event.name in page
        assert link.name in page
        assert "Sign out" in page
        phone.post("/sign-out/")
        assert phone.get(f"/t/{event.code}/desk/").status_code == 302

    def test_with_a_made_up_link_gets_nowhere(self) -> None:
        assert Client().get("/staff-link/nothing/").status_code == 410
        assert Client().post("/staff-link/nothing/").status_code == 410

    def test_without_the_token_of_the_form_does_not_begin(self) -> None:
        event = make_event()
        _link, path = link_of(event)
        assert Client(enforce_csrf_checks=True).post(path).status_code == 403

    def test_that_signs_in_is_the_account(self) -> None:
        event = running_event()
        phone = phone_with(link_of(event)[1])
        phone.force_login(staff_actor(make_event(), "judge").user)  # type: ignore[arg-type]
        assert phone.get(f"/t/{event.code}/floor/").status_code == 403


def test_a_workbook_is_the_helpers_alone_and_has_what_they_may_see() -> None:
    event = running_event()
    first, second = working(link_of(event)[0]), working(link_of(event, name="Other")[0])
    assert first is not None
    assert second is not None
    export = request_export(actor=first, tournament_id=event.pk, language="en")
    assert request_export(actor=first, tournament_id=event.pk, language="en") == export
    assert request_export(actor=second, tournament_id=event.pk, language="en") != export
    everybodys = request_export(actor=Actor(), tournament_id=event.pk, language="en")
    assert everybodys.is_everybodys
    assert everybodys != export
    seen: list[Actor] = []
    write_export(
        export_id=export.pk,
        writers={Export.Kind.WORKBOOK: lambda export, actor, target, progress: seen.append(actor)},
    )
    assert seen == [first]
