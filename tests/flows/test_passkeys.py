"""A passkey of a real browser: added, named, signed in with, removed. Chromium plays the device."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import expect

from tests.flows.browsers import Hall, Visitor, open_hall
from tests.people_and_events import make_user

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture
def hall(browser: Browser, live_server: LiveServer) -> Iterator[Hall]:
    """At localhost: browsers keep passkeys for names, not for numbers."""
    with open_hall(browser, live_server.url.replace("127.0.0.1", "localhost")) as opened:
        yield opened


def with_device(visitor: Visitor, *, confirms: bool = True) -> Any:
    """Give the browser a device that keeps passkeys, whose holder confirms each time or never."""
    device = visitor.page.context.new_cdp_session(visitor.page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": confirms,
        "automaticPresenceSimulation": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return device


def test_a_passkey_is_added_named_used_and_removed(hall: Hall) -> None:
    user = make_user("parent", may_create_tournaments=False)
    phone = hall.visitor(**PHONE)
    with_device(phone)
    phone.sign_in("parent")
    phone.go("mfa_add_webauthn")
    phone.reads("Is it you?")
    phone.fill(password="a long password")
    phone.submit("password")
    phone.fill(name="Mum's phone")
    phone.submit("name")
    phone.reads("from now on you can sign in with it")
    phone.reads("Mum's phone")
    passkey = Authenticator.objects.get(user=user)

    phone.send(phone.page.locator('main form[action="/sign-out/"]'))
    phone.page.goto("/accounts/login/?next=/my/account/")
    phone.send(phone.page.locator('form[data-passkey="sign-in"]'))
    expect(phone.page).to_have_url(hall.address + "/my/account/")
    phone.reads("parent")
    passkey.refresh_from_db()
    assert passkey.last_used_at is not None

    phone.go("mfa_edit_webauthn", passkey.pk)
    with phone.page.expect_navigation():
        phone.page.get_by_role("link", name="Use a passkey instead").click()
    phone.send(phone.page.locator('form[data-passkey="prove"]'))
    phone.fill(name="Old phone")
    phone.submit("name")
    phone.reads("Old phone")
    phone.go("mfa_remove_webauthn", passkey.pk)
    phone.send(phone.page.locator("main form"))
    phone.reads("Finger, face or PIN of your device.")
    assert not Authenticator.objects.filter(user=user).exists()


def test_a_device_whose_holder_does_not_confirm_opens_nothing(hall: Hall) -> None:
    phone = hall.visitor(**PHONE)
    with_device(phone, confirms=False)
    phone.go("account_login")
    phone.page.locator('form[data-passkey="sign-in"] button').click()
    expect(phone.page.locator("[data-passkey-failed]")).to_be_visible()
    phone.go("my_page")
    phone.reads("Who are you?")
