"""Pages that exist in one state alone, each with a browser that is in this state.

What sends mail, and what leads to WeChat, is there where `settings.MAIL_IS_SENT` and `settings.WECHAT_IS_ON` say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.people_and_events import make_event, make_user, owner_of
from tests.running_events import pair, publish, start_event
from tests.web.public.test_wechat import SIGN_UP, begin
from tests.web.public.visiting import browser, prove

State = tuple[Client, str]
"""A browser, and the address that it opens."""
ROUND = "t/<code>/desk/rounds/<number>/"


def without_an_opponent() -> Iterator[State]:
    """The page why somebody has a bye."""
    round_ = publish(start_event(5))
    entry = round_.byes.get().registration
    yield browser(), reverse("without_match_why", args=[round_.tournament.code, round_.number, entry.pk])


def waiting_for_the_desk() -> Iterator[State]:
    """The phone that took a name, and the one that registered under it afterwards."""
    event = make_event()
    for page in ("tournament_registered", "tournament_asked"):
        phone = browser()
        phone.post(reverse("tournament_register", args=[event.code]), {"name": "李明", "age_group": "adult"})
        yield phone, reverse(page, args=[event.code])


def draft_round() -> Iterator[State]:
    """The pages of a round that is not published."""
    event = start_event(6)
    draft, owner = pair(event), prove(browser(owner_of(event)))
    first, second = draft.matches.order_by("table")[:2]
    pair_of_them = f"one={first.player1_id}&other={second.player1_id}"
    for name, query in (
        ("round", ""),
        ("round_swap", pair_of_them),
        ("round_decide", f"what=meet&{pair_of_them}"),
        ("round_again", ""),
        ("round_table", f"match={first.pk}&table={second.table}"),
    ):
        yield owner, f"{reverse(f'desk_{name}', args=[event.code, draft.number])}?{query}"


def proof_by_code() -> Iterator[State]:
    """An account with neither password nor passkey: before a code is sent, and after a wrong one was typed."""
    path = reverse("prove_by_code")
    for sent in (False, True):
        user, client = account_without_password()
        EmailAddress.objects.create(user=user, email=f"{user.pk}@example.com", verified=True, primary=True)
        if sent:
            client.post(path, {"action": "send"})
            client.post(path, {"code": "WRONG1"})
        yield client, path
    yield prove(client), reverse("account_set_password")


def by_mail() -> Iterator[State]:
    """An account's address, its confirmation, a code for signing in, and the way to another password."""
    user = make_user(may_create_tournaments=False)
    address = EmailAddress.objects.create(user=user, email=f"{user.pk}@example.com", verified=False, primary=True)
    owner = browser()
    owner.force_login(user)
    yield prove(owner), reverse("account_email")
    yield owner, reverse("account_email_verification_sent")
    yield browser(), reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key])
    asking = browser()
    asking.post(reverse("account_request_login_code"), {"email": address.email})
    yield asking, reverse("account_confirm_login_code")
    forgetful = browser()
    for page in ("account_request_login_code", "account_reset_password", "account_reset_password_done"):
        yield forgetful, reverse(page)
    key = default_token_generator.make_token(user)
    answer = forgetful.get(reverse("account_reset_password_from_key", args=[user_pk_to_url_str(user), key]))
    yield forgetful, answer["Location"]
    yield forgetful, reverse("account_reset_password_from_key_done")


def by_wechat() -> Iterator[State]:
    """Who comes from WeChat for the first time, and an account that is proved by it alone."""
    client = browser()
    client.get("/accounts/wechat/callback/", {"code": "good", "state": begin(client)["state"][0]})
    yield client, SIGN_UP
    user, tied = account_without_password()
    SocialAccount.objects.create(user=user, provider="weixin", uid=f"o-{user.pk}")
    yield tied, reverse("prove_by_wechat")


def account_without_password() -> tuple[User, Client]:
    """An account, and a browser that is signed in to it."""
    user, client = make_user(may_create_tournaments=False), browser()
    user.set_unusable_password()
    user.save()
    client.force_login(user)
    return user, client


IN_A_STATE: dict[str, Callable[[], Iterator[State]]] = {
    "t/<code>/pairings/<number>/without/<registration_id>/": without_an_opponent,
    "t/<code>/registered/": waiting_for_the_desk,
    "t/<code>/asked/": waiting_for_the_desk,
    f"{ROUND}swap/": draft_round,
    f"{ROUND}decide/": draft_round,
    f"{ROUND}again/": draft_round,
    f"{ROUND}table/": draft_round,
    "accounts/reauthenticate/code/": proof_by_code,
    "accounts/password/set/": proof_by_code,
    "accounts/email/": by_mail,
    "accounts/confirm-email/": by_mail,
    "accounts/confirm-email/<key>/": by_mail,
    "accounts/login/code/": by_mail,
    "accounts/login/code/confirm/": by_mail,
    "accounts/password/reset/": by_mail,
    "accounts/password/reset/done/": by_mail,
    "accounts/password/reset/key/<uidb36>-<key>/": by_mail,
    "accounts/password/reset/key/done/": by_mail,
    "accounts/wechat/signup/": by_wechat,
    "accounts/reauthenticate/wechat/": by_wechat,
}
"""Routes whose page exists in a state alone, and what brings about the state."""
