"""A player checks how a round was paired: the hash before it, the receipt after it, a file that somebody changed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Locator, expect
from pytest_django.live_server_helper import LiveServer

from accounts.services import issue_personal_link
from tests.flows.browsers import Hall, Visitor
from tests.people_and_events import owner_of
from tests.running_events import finish_round, pair, publish, start_event
from tournaments.models import Registration
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.slow

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


def phone_of(hall: Hall, entry: Registration, **options: Any) -> Visitor:
    phone = hall.visitor(**PHONE, **options)
    phone.page.goto(issue_personal_link(player=entry.player))
    phone.send(phone.page.locator("main form"))
    phone.go("my_page")
    return phone


def follow(phone: Visitor, link: Locator) -> None:
    with phone.page.expect_navigation():
        link.tap()


def open_receipt(phone: Visitor) -> None:
    """From one's own page, by the reason for the opponent."""
    follow(phone, phone.page.get_by_role("link", name=re.compile("Why do I play")))
    follow(phone, phone.page.get_by_role("link", name="Pairing receipt"))


def verify_by_command(path: Path) -> tuple[int, str]:
    """Exit status and words of the command, as somebody types it who has the file alone."""
    command = [sys.executable, "manage.py", "verify_round", str(path), "--lang", "en"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_player_verifies_the_round_and_a_changed_file_is_refused(
    hall: Hall, live_server: LiveServer, tmp_path: Path, scripts: bool
) -> None:
    event = start_event(8, planned_rounds=3)
    finish_round(publish(event))
    phone = phone_of(hall, event.registrations.earliest("pk"), java_script_enabled=scripts)
    phone.go("tournament_pairings", event.code)
    sealed = phone.page.get_by_role("link", name="The draw of round 2 is sealed")
    noted = sealed.locator("xpath=following-sibling::code").inner_text()
    assert re.fullmatch(r"[0-9a-f]{64}", noted)
    follow(phone, sealed)
    expect(phone.page.locator("main")).to_contain_text(noted)
    publish_round(actor=owner_of(event), round_id=pair(event).pk)

    phone.go("my_page")
    open_receipt(phone)
    expect(phone.page.locator("main")).to_contain_text(noted)
    phone.send(phone.page.locator("#verify form").first)
    phone.reads("The receipt agrees.")
    with phone.page.expect_download() as download:
        phone.page.get_by_role("link", name="Download the receipt").tap()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    document = json.loads(path.read_text())
    assert sha256(document["commitments"][0]["text"].encode()).hexdigest() == noted
    assert verify_by_command(path)[0] == 0

    upload = phone.page.locator("#verify form").nth(1)
    upload.locator("[name=file]").set_input_files(path)
    phone.send(upload)
    phone.reads("The file is what the site wrote.")
    table = document["published"]["tables"][0]
    table[1], table[2] = table[2], table[1] + 1
    path.write_text(json.dumps(document))
    upload.locator("[name=file]").set_input_files(path)
    phone.send(upload)
    phone.reads("This file is refused. published.tables")
    expect(phone.page.locator("main")).not_to_contain_text("The receipt agrees.")
    status, said = verify_by_command(path)
    assert status == 1
    assert "published.tables" in said
