"""Addresses for notices: asked by a mail, confirmed by its link, ended from anywhere, and forgotten in time."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from accounts.actor import Actor
from accounts.claiming import claim_player, release_player
from accounts.erasing import close_account
from accounts.inbox import quiet_codes
from accounts.mail_addresses import (
    MAX_ASKED_OF_ADDRESS,
    MAX_ASKED_OF_PLAYER,
    ask_address,
    confirm_address,
    decline_address,
    end_mails,
    find_asked,
    find_ending,
    forget_old_addresses,
    is_ending,
    stop_mails,
    use_account_address,
)
from accounts.mail_links import confirming_secret, ending_secret, mask_address
from accounts.mails import send_due_mails
from accounts.models import GuardianConsent, NoticeAddress, Player, QueuedMail
from accounts.refusals import NotAllowed, Refusal
from accounts.services import end_personal_link, issue_personal_link
from tests.people_and_events import enter, make_event, make_user
from tests.refused import assert_sentence
from tests.two_at_once import at_once
from tournaments.queries.personal_data import personal_data
from tournaments.services.erasing import erase_player
from tournaments.services.mail_notices import notify_refused
from tournaments.wording import say_refusal
from tournaments.wording.mails import say_mail

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]
WHERE = {"language": "en", "origin": "https://duel.example.org"}


@pytest.fixture(autouse=True)
def mail_is_sent(settings: Any) -> None:
    settings.MAIL_IS_SENT = True


@pytest.fixture
def player() -> Player:
    return enter(make_event(), "甲")[0].player


def ask(player: Player, address: str = "one@example.org", actor: Actor | None = None) -> NoticeAddress:
    return ask_address(actor=actor or Actor(player=player), player_id=player.pk, address=address, **WHERE)


def secret_of(asked: NoticeAddress) -> str:
    asked.refresh_from_db()
    return confirming_secret(asked.pk, asked.asked_at)


def confirmed(player: Player, address: str = "one@example.org", actor: Actor | None = None) -> NoticeAddress:
    found = confirm_address(secret=secret_of(ask(player, address, actor)))
    assert found is not None
    return found


def account_with_address(address: str = "parent@example.org") -> Actor:
    user = make_user(may_create_tournaments=False)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return Actor(user=user)


def refusal(call: Any) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    assert_sentence(say_refusal(caught.value), caught.value.code)
    return caught.value.code


def test_an_address_is_asked_by_a_mail_and_its_link_confirms_it_once(player: Player) -> None:
    asked = ask(player, " One@Example.org ")
    assert (asked.address, asked.confirmed_at) == ("one@example.org", None)
    assert mail.outbox == [], "the mail is sent by the job"
    send_due_mails(say_mail, notify_refused)
    (sent,) = mail.outbox
    assert sent.to == ["one@example.org"]
    assert f"https://duel.example.org/mail/confirm/{secret_of(asked)}/" in sent.body
    assert "List-Unsubscribe" not in sent.extra_headers
    found = confirm_address(secret=secret_of(asked))
    assert found is not None
    assert player.notice_addresses.get().confirmed_at == found.confirmed_at
    assert confirm_address(secret=secret_of(asked)) == found, "a second tap says the same"


def test_the_question_names_no_minor_and_is_sent_in_the_language_of_the_page() -> None:
    child = enter(make_event(), "王子轩", birth_year=timezone.localdate().year - 9)[0].player
    ask_address(
        actor=Actor(player=child), player_id=child.pk, address="one@example.org", language="zh-hans", origin="http://x"
    )
    send_due_mails(say_mail, notify_refused)
    (sent,) = mail.outbox
    assert "王＊＊" in sent.body
    assert "王子轩" not in sent.body + sent.subject
    assert sent.subject == "要把通知发到这个邮箱吗？"


@pytest.mark.parametrize(
    "name", ["Prize: evil.example/x", "奖品 evil．example", "see evil。example", "http：／／evil", "mail me@evil"]
)
def test_the_question_carries_no_address_of_anything_else_and_no_long_text(name: str) -> None:
    for typed in (name, "领奖请加微信" * 10):
        player = enter(make_event(), typed)[0].player
        ask_address(
            actor=Actor(player=player), player_id=player.pk, address="one@example.org", language="en", origin="http://x"
        )
        send_due_mails(say_mail, notify_refused)
        sent = mail.outbox.pop()
        assert typed not in sent.body + sent.subject
        assert "evil" not in sent.body
        assert "领奖" * 10 not in sent.body
        assert len(sent.body) < 500


def test_a_link_ends_after_a_day_with_the_next_question_and_when_the_address_is_taken_back(player: Player) -> None:
    first = secret_of(ask(player))
    second = ask(player)
    assert find_asked(first) is None
    NoticeAddress.objects.filter(pk=second.pk).update(asked_at=timezone.now() - timedelta(hours=25))
    assert confirm_address(secret=secret_of(second)) is None
    third = secret_of(ask(player))
    decline_address(secret=third)
    assert confirm_address(secret=third) is None
    assert not NoticeAddress.objects.exists()
    for wrong in ("", "x", "1-" + 43 * "A", third.replace("-", "x"), "9" * 30 + "-" + 43 * "A"):
        assert find_asked(wrong) is None
        assert not is_ending(wrong)


def test_a_secret_of_one_kind_or_address_is_none_of_another(player: Player) -> None:
    one, other = ask(player), confirmed(enter(make_event(), "乙")[0].player, "other@example.org")
    assert find_asked(ending_secret(one.pk)) is None
    assert not is_ending(secret_of(one))
    assert not is_ending(ending_secret(other.pk).replace(f"{other.pk}-", f"{one.pk}-"))


def test_the_old_address_stands_until_the_new_one_is_confirmed(player: Player) -> None:
    old = confirmed(player)
    new = ask(player, "new@example.org")
    assert {one.address for one in player.notice_addresses.all()} == {"one@example.org", "new@example.org"}
    stop_mails(actor=Actor(player=player), player_id=player.pk, waiting_alone=True)
    assert player.notice_addresses.get() == old
    new = ask(player, "new@example.org")
    assert confirm_address(secret=secret_of(new)) == new
    assert player.notice_addresses.get() == new
    assert find_ending(ending_secret(old.pk)) is None
    assert ask(player, "NEW@example.org") == new, "it is confirmed already"
    assert QueuedMail.objects.count() <= 1


def test_a_refused_address_is_confirmed_again(player: Player) -> None:
    old = confirmed(player)
    NoticeAddress.objects.filter(pk=old.pk).update(refused_at=timezone.now(), code=550)
    again = ask(player)
    assert again != old
    assert confirm_address(secret=secret_of(again)) is not None
    assert player.notice_addresses.get().refused_at is None


def test_the_accounts_confirmed_address_needs_no_mail(player: Player) -> None:
    parent = account_with_address("Parent@Example.org".lower())
    assert parent.user is not None
    claim_player(user=parent.user, player=player)
    actor = Actor(user=parent.user, player=Player.objects.get(pk=player.pk))
    taken = use_account_address(actor=actor, player_id=player.pk, **WHERE)
    assert (taken.address, taken.confirmed_at is not None) == ("parent@example.org", True)
    assert not QueuedMail.objects.exists()
    EmailAddress.objects.update(verified=False)
    assert refusal(partial(use_account_address, actor=actor, player_id=player.pk, **WHERE)) == "no_account_address"
    player.notice_addresses.all().delete()
    assert refusal(partial(use_account_address, actor=Actor(player=player), player_id=player.pk, **WHERE)) == (
        "no_account_address"
    )


def test_who_may_and_what_is_refused(player: Player, settings: Any) -> None:
    other = enter(make_event(), "乙")[0].player
    for call in (
        partial(ask, other, actor=Actor(player=player)),
        partial(use_account_address, actor=Actor(player=player), player_id=other.pk, **WHERE),
        partial(stop_mails, actor=Actor(player=player), player_id=other.pk),
    ):
        with pytest.raises(NotAllowed, match="data_of_others"):
            call()
    for wrong in ("", "one", "one@", "one@example", "a b@example.org", "one@example.org\nBcc: x@example.org"):
        assert refusal(partial(ask, player, wrong)) == "mail_address_wrong"
    assert (
        refusal(partial(ask, player, f"{'a' * 60}@{'b' * 60}.{'.'.join(['c' * 60] * 3)}.org")) == "mail_address_wrong"
    )
    child = enter(make_event(), "丙", birth_year=timezone.localdate().year - 9)[0].player
    asked = ask(child)
    GuardianConsent.objects.all().delete()
    assert refusal(partial(confirm_address, secret=secret_of(asked))) == "guardian_consent_needed"
    asked.delete()
    assert refusal(partial(ask, child)) == "guardian_consent_needed"
    settings.MAIL_IS_SENT = False
    assert refusal(partial(ask, player)) == "mail_off"
    assert not NoticeAddress.objects.exists()


def test_nobody_fills_a_strangers_mailbox(player: Player) -> None:
    for number in range(MAX_ASKED_OF_PLAYER):
        ask(player, f"a{number}@example.org")
    assert refusal(partial(ask, player, "more@example.org")) == "too_many_confirmations_today"
    family = [entry.player for entry in enter(make_event(), *(f"P{number}" for number in range(6)))]
    for one in family[:MAX_ASKED_OF_ADDRESS]:
        ask(one, "parent@example.org")
    assert refusal(partial(ask, family[-1], "PARENT@example.org")) == "too_many_confirmations"
    assert QueuedMail.objects.filter(address__address="parent@example.org").count() == MAX_ASKED_OF_ADDRESS


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_leave_one_confirmed_address(player: Player) -> None:
    asked = ask(player)
    call = partial(confirm_address, secret=secret_of(asked))
    answers = at_once(player, call, call)
    assert [answer.pk for answer in answers] == [asked.pk, asked.pk]
    again = partial(ask, player, "new@example.org")
    at_once(player, again, again)
    assert player.notice_addresses.count() == 2


def test_a_mail_ends_one_kind_the_players_mails_or_everybodys() -> None:
    one, other, third = (entry.player for entry in enter(make_event(), "甲", "乙", "丙"))
    addresses = [confirmed(one_of, "parent@example.org") for one_of in (one, other, third)]
    secret = ending_secret(addresses[0].pk)
    for _twice in range(2):
        end_mails(secret=secret, codes=["round_published"])
    assert quiet_codes(one)["mail"] == {"round_published"}
    assert NoticeAddress.objects.count() == 3
    for _twice in range(2):
        end_mails(secret=secret)
    assert set(NoticeAddress.objects.values_list("player", flat=True)) == {other.pk, third.pk}
    end_mails(secret=ending_secret(addresses[1].pk), everybody=True)
    assert not NoticeAddress.objects.exists()
    end_mails(secret=f"{addresses[1].pk}-{43 * 'A'}")


def test_a_link_that_changes_hands_ends_what_was_given_by_it_and_not_what_the_account_gave(player: Player) -> None:
    for change in (issue_personal_link, end_personal_link):
        confirmed(player)
        change(player=player)
        assert not NoticeAddress.objects.exists()
    parent = account_with_address()
    assert parent.user is not None
    claim_player(user=parent.user, player=player)
    confirmed(player, actor=Actor(user=parent.user, player=Player.objects.get(pk=player.pk)))
    issue_personal_link(player=player)
    assert NoticeAddress.objects.get().account == parent.user
    release_player(user=parent.user, player_id=player.pk)
    assert not NoticeAddress.objects.exists()


def test_what_the_account_gave_is_masked_for_the_link_alone_which_changes_nothing(player: Player) -> None:
    parent = account_with_address()
    assert parent.user is not None
    claim_player(user=parent.user, player=player)
    player.refresh_from_db()
    holder, account = Actor(player=player), Actor(user=parent.user, player=player)
    by_another = Actor(user=account_with_address("other@example.org").user, player=player)
    for give in (use_account_address, partial(ask_address, address="parent@example.org")):
        given = give(actor=account, player_id=player.pk, **WHERE)
        (copied,) = personal_data(player)["addresses_for_notices"]
        assert copied["address"] == "pa…@example.org"
        (own,) = personal_data(player, with_account=True)["addresses_for_notices"]
        assert own["address"] == "parent@example.org"
        for actor in (holder, by_another):
            for address in ("parent@example.org", "evil@example.org"):
                assert refusal(partial(ask, player, address, actor)) == "account_has_address"
            for change in (partial(use_account_address, **WHERE), stop_mails):
                assert refusal(partial(change, actor=actor, player_id=player.pk)) == "account_has_address"
        assert player.notice_addresses.get() == given
        stop_mails(actor=account, player_id=player.pk)
        assert not player.notice_addresses.exists()


def test_who_has_the_link_ends_their_own_address_beside_the_one_the_account_asks_for(player: Player) -> None:
    mine = confirmed(player)
    parent = account_with_address()
    assert parent.user is not None
    claim_player(user=parent.user, player=player)
    player.refresh_from_db()
    asked = ask(player, "parent@example.org", Actor(user=parent.user, player=player))
    assert set(player.notice_addresses.all()) == {mine, asked}
    stop_mails(actor=Actor(player=player), player_id=player.pk)
    assert player.notice_addresses.get() == asked


def test_an_account_that_ends_takes_its_addresses_along(player: Player) -> None:
    parent = account_with_address()
    assert parent.user is not None
    claim_player(user=parent.user, player=player)
    actor = Actor(user=parent.user, player=Player.objects.get(pk=player.pk))
    use_account_address(actor=actor, player_id=player.pk, **WHERE)
    close_account(user=parent.user)
    assert not NoticeAddress.objects.exists()


def test_erasing_and_retention_forget_the_address_and_the_copy_has_it(player: Player, settings: Any) -> None:
    confirmed(player)
    (own,) = personal_data(player)["addresses_for_notices"]
    assert (own["address"], own["confirmed"] is not None) == ("one@example.org", True)
    (handed_out,) = personal_data(player, by_staff=True)["addresses_for_notices"]
    assert handed_out["address"] == "o…@example.org"
    erase_player(actor=Actor(player=player), player_id=player.pk, typed_name="甲")
    assert not NoticeAddress.objects.exists()


def test_what_nobody_confirmed_or_was_refused_long_ago_is_forgotten() -> None:
    players = [entry.player for entry in enter(make_event(), "甲", "乙", "丙", "丁")]
    old, young, dead, alive = (ask(one, f"p{one.pk}@example.org") for one in players)
    NoticeAddress.objects.filter(pk=old.pk).update(asked_at=timezone.now() - timedelta(hours=25))
    for one, days in ((dead, 31), (alive, 29)):
        ago = timezone.now() - timedelta(days=days)
        NoticeAddress.objects.filter(pk=one.pk).update(confirmed_at=ago, refused_at=ago)
    assert forget_old_addresses() >= 2
    assert set(NoticeAddress.objects.all()) == {young, alive}


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("parent@example.org", "pa…@example.org"),
        ("ann@qq.com", "a…@qq.com"),
        ("ab@b.cn", "a…@b.cn"),
        ("a@b.cn", "…@b.cn"),
    ],
)
def test_an_address_is_masked(address: str, shown: str) -> None:
    assert mask_address(address) == shown
