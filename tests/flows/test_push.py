"""A phone lets the site alert it. No push service is reached: the browser's `PushManager` is given a subscription, the
service worker is the site's own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import PushSubscription
from tests.people_and_events import enter, make_event
from tests.phones import make_phone
from tests.web.public.visiting import open_links

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

STAND_IN = """({sent, allowed}) => {
  const found = { endpoint: sent.endpoint, unsubscribe: async () => true,
                  toJSON: () => ({ endpoint: sent.endpoint, keys: { p256dh: sent.p256dh, auth: sent.auth } }) };
  let held = null;
  window.asked = 0;
  PushManager.prototype.getSubscription = async () => held;
  PushManager.prototype.subscribe = async (options) => {
    if (options.applicationServerKey.length !== 65 || !options.userVisibleOnly) throw new Error("options");
    return (held = found);
  };
  Object.defineProperty(Notification, "permission", { get: () => (allowed ? "default" : "denied") });
  Notification.requestPermission = async () => { window.asked += 1; return allowed ? "granted" : "denied"; };
}"""


def open_page(page: Page, address: str, *, allowed: bool = True) -> str:
    """The page of notices of a player of this phone; the player's key."""
    (entry,) = enter(make_event(), "甲")
    client = Client()
    open_links(client, entry.player)
    session = client.cookies["dueldesk_session"].value
    page.context.add_cookies([{"name": "dueldesk_session", "value": session, "url": address}])
    given = json.dumps({"sent": make_phone().sent, "allowed": allowed})
    page.add_init_script(f"({STAND_IN})({given})")
    page.goto(f"/my/players/{entry.player_id}/notices/")
    return str(entry.player_id)


def test_it_is_asked_on_a_tap_and_switched_off_again(phone_page: Page, live_server: LiveServer) -> None:
    player = open_page(phone_page, live_server.url)
    button = phone_page.get_by_role("button", name="在这部手机上提醒我")
    expect(button).to_be_visible()
    assert phone_page.evaluate("window.asked") == 0
    button.tap()
    expect(phone_page.get_by_text("这部手机会收到通知。")).to_be_visible()
    assert phone_page.evaluate("window.asked") == 1
    kept = PushSubscription.objects.get()
    assert (str(kept.player_id), kept.language) == (player, "zh-hans")
    phone_page.get_by_role("button", name="这部手机不再提醒").tap()
    expect(button).to_be_visible()
    assert not PushSubscription.objects.exists()


def test_a_browser_that_blocks_it_is_shown_where_to_allow_it(phone_page: Page, live_server: LiveServer) -> None:
    open_page(phone_page, live_server.url, allowed=False)
    expect(phone_page.get_by_text("浏览器设置里禁止了本站的通知")).to_be_visible()
    expect(phone_page.get_by_role("button", name="在这部手机上提醒我")).to_be_hidden()


@pytest.mark.parametrize("is_named", [True, False])
def test_a_new_address_of_the_browser_is_known_to_the_site(
    phone_page: Page, live_server: LiveServer, is_named: bool
) -> None:
    open_page(phone_page, live_server.url)
    phone_page.get_by_role("button", name="在这部手机上提醒我").tap()
    expect(phone_page.get_by_text("这部手机会收到通知。")).to_be_visible()
    old, new = PushSubscription.objects.get().endpoint, make_phone()
    (worker,) = phone_page.context.service_workers
    status = worker.evaluate(
        """({old, sent}) => new Promise((done, fail) => {
          const { endpoint, p256dh, auth } = sent;
          const fetched = self.fetch;
          self.fetch = async (...asked) => {
            const answer = await fetched(...asked);
            done(answer.status);
            return answer;
          };
          PushManager.prototype.subscribe = async (options) => {
            if (!options.applicationServerKey || !options.userVisibleOnly) fail(new Error("options"));
            return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
          };
          const event = new ExtendableEvent("pushsubscriptionchange");
          if (old) Object.defineProperty(event, "oldSubscription", { value: { endpoint: old } });
          self.dispatchEvent(event);
        })""",
        {"old": old if is_named else None, "sent": new.sent},
    )
    assert status == 200
    kept = PushSubscription.objects.get()
    assert (kept.endpoint, kept.auth) == (new.endpoint, new.sent["auth"])


def test_the_worker_shows_what_is_pushed(phone_page: Page, live_server: LiveServer) -> None:
    open_page(phone_page, live_server.url)
    phone_page.context.grant_permissions(["notifications"], origin=live_server.url)
    expect(phone_page.get_by_role("button", name="在这部手机上提醒我")).to_be_visible()
    (worker,) = phone_page.context.service_workers
    shown = worker.evaluate(
        """async () => {
          const shown = [];
          registration.showNotification = async (title, options) => shown.push([title, options]);
          const data = JSON.stringify({ title: "对决台", body: "第 1 轮", path: "/my/", tag: "notice-1" });
          self.dispatchEvent(new PushEvent("push", { data }));
          while (!shown.length) await new Promise((done) => setTimeout(done, 20));
          return shown;
        }"""
    )
    assert shown == [["对决台", {"body": "第 1 轮", "tag": "notice-1", "renotify": False, "data": {"path": "/my/"}}]]
