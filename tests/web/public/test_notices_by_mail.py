"""Notices by e-mail on the pages and through the API: an address is given, confirmed, and its mails are ended."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.actor import Actor
from accounts.claiming import claim_player
from accounts.inbox import quiet_codes
from accounts.mail_links import ending_secret
from accounts.mails import send_due_mails
from accounts.models import GuardianConsent, NoticeAddress, Player
from config.logs import without_secrets
from tests.api.client import ApiAsker
from tests.people_and_events import enter, make_event, make_user, owner_of, player_actor, staff_actor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.services.mail_notices import notify_refused
from tournaments.wording.mails import say_mail

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture(autouse=True)
def mail_is_sent(settings: Any) -> None:
    settings.MAIL_IS_SENT = True


@pytest.fixture
def player() -> Player:
    return enter(make_event(), "Ann")[0].player


def page_of(player: Player) -> str:
    return f"/my/players/{player.pk}/notices/"


def link_of_last_mail() -> str:
    send_due_mails(say_mail, notify_refused)
    (path,) = re.findall(r"https?://testserver(/mail/\S+)", mail.outbox[-1].body)
    return str(path)


def given(player: Player, address: str = "parent@example.org") -> NoticeAddress:
    now = timezone.now()
    return NoticeAddress.objects.create(
        player=player, address=address, language="en", origin="http://testserver", asked_at=now, confirmed_at=now
    )


def test_an_address_is_given_and_confirmed_by_the_person_who_reads_the_mailbox(player: Player) -> None:
    client = browser(_actor(player))
    answer = client.post(f"/my/players/{player.pk}/mail/", {"address": "parent@example.org"})
    assert answer["Location"] == page_of(player)
    page = client.get(page_of(player))
    assert_clean(page)
    assert "A mail went to parent@example.org." in words_of(page)
    path, reader = link_of_last_mail(), Client(HTTP_ACCEPT_LANGUAGE="en")
    question = reader.get(path)
    assert_clean(question)
    assert "Notices to this address?" in words_of(question)
    assert not NoticeAddress.objects.filter(confirmed_at__isnull=False).exists(), "opening it confirms nothing"
    done = reader.post(path)
    assert_clean(done)
    assert "Notices come by e-mail now" in words_of(done)
    assert "Notices come by e-mail now" in words_of(reader.get(path))
    page = client.get(page_of(player))
    assert_clean(page)
    assert "The notices of Ann go to parent@example.org." in words_of(page)
    client.post(f"/my/players/{player.pk}/mail/stop/")
    assert not NoticeAddress.objects.exists()
    gone = reader.get(path)
    assert gone.status_code == 410
    assert_clean(gone)


def _actor(player: Player) -> Any:
    return player_actor(player.registrations.get())


def test_the_reader_may_say_no(player: Player) -> None:
    browser(_actor(player)).post(f"/my/players/{player.pk}/mail/", {"address": "stranger@example.org"})
    answer = Client(HTTP_ACCEPT_LANGUAGE="en").post(link_of_last_mail(), {"no": "1"})
    assert_clean(answer)
    assert "The address was forgotten" in words_of(answer)
    assert not NoticeAddress.objects.exists()


def test_a_wrong_address_keeps_what_was_typed_and_says_why(player: Player) -> None:
    client = browser(_actor(player))
    answer = client.post(f"/my/players/{player.pk}/mail/", {"address": "parent@example"})
    assert answer.status_code == 422
    assert_clean(answer)
    assert 'value="parent@example"' in answer.content.decode()
    assert "This is not an e-mail address." in words_of(answer)
    answers = [client.post(f"/my/players/{player.pk}/mail/", {"address": f"a{n}@example.org"}) for n in range(12)]
    assert answers[-1].status_code == 429
    assert_clean(answers[-1])


def test_an_accounts_address_is_one_tap(player: Player) -> None:
    user = make_user("parent")
    EmailAddress.objects.create(user=user, email="parent@example.org", verified=True, primary=True)
    claim_player(user=user, player=player)
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(user)
    assert "Send them to parent@example.org, your account's address" in words_of(client.get(page_of(player)))
    page = client.post(f"/my/players/{player.pk}/mail/", {"own": "1"}, follow=True)
    assert_clean(page)
    assert "Notices go to parent@example.org from now on." in words_of(page)
    assert "your account's address" not in words_of(page)
    assert mail.outbox == []


def test_what_was_refused_is_said_on_the_page(player: Player) -> None:
    client = browser(_actor(player))
    address = given(player)
    for facts, words in (
        ({"refused_at": timezone.now(), "code": 550}, "The mail server refuses parent@example.org (550)"),
        ({"refused_at": None, "failed_at": timezone.now(), "code": 554}, "could not be delivered. The next notice"),
        ({"failed_at": timezone.now(), "confirmed_at": None}, "Check the address for a typing error."),
    ):
        NoticeAddress.objects.filter(pk=address.pk).update(**facts)
        page = client.get(page_of(player))
        assert_clean(page)
        assert words in words_of(page)


def test_without_a_mail_server_nothing_is_offered(player: Player, settings: Any) -> None:
    settings.MAIL_IS_SENT = False
    client = browser(_actor(player))
    page = client.get(page_of(player))
    assert "mail" not in words_of(page).lower()
    assert client.post(f"/my/players/{player.pk}/mail/", {"address": "a@example.org"}).status_code == 422
    assert not NoticeAddress.objects.exists()
    secret = ending_secret(given(player).pk)
    client.post(f"/mail/end/{secret}/")
    assert not NoticeAddress.objects.exists(), "mails sent before are ended all the same"


def test_a_child_without_consent_gives_none(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(birth_year=timezone.localdate().year - 9)
    GuardianConsent.objects.all().delete()
    client = browser(_actor(player))
    page = client.get(page_of(player))
    assert "A parent or guardian has to agree first" in words_of(page)
    assert 'name="address"' not in page.content.decode()
    assert client.post(f"/my/players/{player.pk}/mail/", {"address": "a@example.org"}).status_code == 422
    assert not NoticeAddress.objects.exists()


def test_each_kind_is_switched_by_itself(player: Player) -> None:
    client = browser(_actor(player))
    assert client.get(page_of(player)).content.decode().count("checked") == 15
    client.post(page_of(player), {"page": ["round"], "push": ["round"], "mail": ["table"]})
    assert quiet_codes(player)["mail"] == {
        "announcement",
        "round_published",
        "deck_reminder",
        "verdict_changed",
        "deadline_near",
    }


def test_a_mail_program_ends_mails_by_one_click_without_cookies(player: Player) -> None:
    path = f"/mail/end/{ending_secret(given(player).pk)}/"
    program = Client(enforce_csrf_checks=True)
    assert_clean(program.get(path))
    assert NoticeAddress.objects.exists(), "opening it ends nothing"
    for _twice in range(2):
        answer = program.post(path, {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert not NoticeAddress.objects.exists()
    ended = program.get(path)
    assert_clean(ended)


def test_the_page_behind_the_link_ends_a_kind_the_player_or_everybody(player: Player) -> None:
    other = enter(make_event(), "Bob")[0].player
    first, _second = given(player), given(other)
    reader, path = Client(HTTP_ACCEPT_LANGUAGE="en"), f"/mail/end/{ending_secret(first.pk)}/"
    page = reader.get(f"{path}?kind=round")
    assert_clean(page)
    words = words_of(page)
    assert "Only those of the kind “A round is published”" in words
    assert "All mails about Ann" in words
    assert "All mails about all players" in words
    assert "Only those of the kind" not in words_of(reader.get(f"{path}?kind=<b>"))
    answer = reader.post(path, {"what": "kind", "kind": "nothing"})
    assert "Which mails are to end?" in words_of(answer)
    answer = reader.post(path, {"what": "kind", "kind": "round"})
    assert_clean(answer)
    assert "Notices of the kind “A round is published” are no longer sent by e-mail." in words_of(answer)
    assert quiet_codes(player)["mail"] == {"round_published"}
    assert_clean(reader.post(path, {"what": "address"}))
    assert not NoticeAddress.objects.exists()
    wrong = reader.get(path.replace("/end/", "/end/1"))
    assert wrong.status_code == 404
    assert_clean(wrong)


def test_others_do_not_have_it(player: Player) -> None:
    given(player)
    event = player.registrations.get().tournament
    stranger = player_actor(enter(event, "Bob")[0])
    for actor in (None, stranger, owner_of(event), staff_actor(event, "judge")):
        client = browser(actor)
        for tail, sent in (("mail/", {"address": "mine@example.org"}), ("mail/", {"own": "1"}), ("mail/stop/", {})):
            assert client.post(f"/my/players/{player.pk}/{tail}", sent).status_code == 404
        assert client.get(page_of(player)).status_code == 404
    assert NoticeAddress.objects.get().address == "parent@example.org"


def test_the_api_gives_addresses_masked(player: Player) -> None:
    user = make_user("parent")
    EmailAddress.objects.create(user=user, email="parent@example.org", verified=True, primary=True)
    claim_player(user=user, player=player)
    asker, path = ApiAsker(Actor(user=user, player=player)), f"notices/mail/?player={player.pk}"
    nothing = {"is_on": True, "confirmed": "", "waiting": "", "refused": False}
    assert asker.get(path) == nothing
    assert asker.post(path) == nothing | {"confirmed": "pa…@example.org"}
    both = nothing | {"confirmed": "pa…@example.org", "waiting": "ot…@example.org"}
    assert asker.post(path, {"address": "other@example.org"}) == both
    asker.post(path, {"address": "other@"}, status=400)
    other = enter(make_event(), "Bob")[0].player
    for method, tail in ((asker.get, ""), (asker.post, ""), (asker.post, "stop/")):
        method(f"notices/mail/{tail}?player={other.pk}", status=404)
    assert asker.post(f"notices/mail/stop/?player={player.pk}") == nothing


def test_the_log_blanks_the_secrets_of_the_links(player: Player) -> None:
    secret = ending_secret(given(player).pk)
    for path in (f"/mail/end/{secret}/", f"/mail/confirm/{secret}/"):
        line = without_secrets(None, "info", {"request": f"GET {path}?kind=round", "error": f"sent from {path}"})
        assert secret not in str(line)


def test_who_has_the_link_alone_sees_the_accounts_address_masked(player: Player) -> None:
    parent = make_user(may_create_tournaments=False)
    claim_player(user=parent, player=player)
    now = timezone.now()
    facts = {"account": parent, "language": "en", "origin": "https://x.example", "asked_at": now}
    player.notice_addresses.create(address="parent@example.org", confirmed_at=now, **facts)
    player.notice_addresses.create(address="second@example.org", **facts)
    player.refresh_from_db()
    holder, keeper = browser(Actor(player=player)), browser(Actor(user=parent))
    page = holder.get(page_of(player))
    assert_clean(page)
    words = words_of(page)
    assert "go to pa…@example.org" in words
    assert "went to se…@example.org" in words
    assert "Sign in with that account to change it." in words
    for hidden in ("parent@example.org", "second@example.org", 'name="address"', "mail/stop"):
        assert hidden not in page.text
    assert "second@example.org" not in holder.get(f"/my/players/{player.pk}/data.json").text
    for what in ("mail/", "mail/stop/"):
        answer = holder.post(f"/my/players/{player.pk}/{what}", {"address": "evil@example.org"})
        assert answer.status_code == 403
        assert "Sign in with that account to change it." in words_of(answer)
    assert player.notice_addresses.count() == 2
    shown = keeper.get(page_of(player)).text
    assert "parent@example.org" in shown
    assert 'value="second@example.org"' in shown
