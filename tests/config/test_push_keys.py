"""The key that turns push on: made once, read by its owner alone, found in the data folder or the environment."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from py_vapid import Vapid

from accounts.push_service import public_key
from config.settings.services import push_keys

CONTACT = "mailto:owner@example.org"


@pytest.fixture
def file(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("VAPID_PRIVATE_KEY", raising=False)
    settings.PUSH_KEYS_FILE = tmp_path / "push_keys.json"
    return tmp_path / "push_keys.json"


def test_a_key_is_made_and_found(file: Path, settings: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert push_keys(file) == {}
    call_command("make_push_keys", CONTACT)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    found = push_keys(file)
    assert found["VAPID_CONTACT"] == CONTACT
    assert found["VAPID_PRIVATE_KEY"] not in capsys.readouterr().out
    settings.VAPID_PRIVATE_KEY = found["VAPID_PRIVATE_KEY"]
    assert len(public_key()) == 87
    assert Vapid.from_string(found["VAPID_PRIVATE_KEY"]).private_key.key_size == 256


def test_a_key_in_use_is_replaced_only_on_purpose(file: Path) -> None:
    call_command("make_push_keys", CONTACT)
    first = push_keys(file)
    with pytest.raises(CommandError, match="--replace"):
        call_command("make_push_keys", CONTACT)
    assert push_keys(file) == first
    call_command("make_push_keys", CONTACT, "--replace")
    assert push_keys(file) != first
    with pytest.raises(CommandError, match="mailto:"):
        call_command("make_push_keys", "owner", "--replace")


def test_the_environment_comes_first_and_a_broken_file_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for broken in ("", "{}", json.dumps(["x"])):
        file.write_text(broken)
        with pytest.raises(ImproperlyConfigured, match="make_push_keys"):
            push_keys(file)
    monkeypatch.setenv("VAPID_PRIVATE_KEY", "x")
    assert push_keys(file) == {}
