"""Files of snapshots made to cost more than any event: refused before the work, which is counted and never timed."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.refusals import Refusal
from cardpool.intake import packed_json
from cardpool.intake.budget import Limits
from cardpool.intake.packed_json import JsonBudget
from cardpool.intake.unreadable import Place
from tests.people_and_events import make_actor
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import Restoration, Tournament
from tournaments.services.snapshots import reading
from tournaments.services.snapshots.reading import UPLOADED_FILE, read_file
from tournaments.services.snapshots.restoring import run_restoration, uploaded_path

FEW = Limits(max_unpacked=1_000_000, max_elements=10_000)
BOMB = b'"' + b" " * 10_000_000 + b'"'


class Spent(JsonBudget):
    """What reading has cost, still there after the file was refused."""

    last: JsonBudget

    def __init__(self, limits: Limits, place: Place) -> None:
        super().__init__(limits, place)
        Spent.last = self


@pytest.fixture(autouse=True)
def spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "JsonBudget", Spent)


def packed(folder: Path, content: bytes) -> Path:
    path = folder / "20260131T143200-17-results.json.gz"
    path.write_bytes(gzip.compress(content))
    return path


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (BOMB, "snapshot_too_large"),
        (b"[" + b"[]," * 300_000 + b"1]", "snapshot_too_many_values"),
        (b"[" + b"{}," * 300_000 + b"1]", "snapshot_too_many_values"),
        (b"[" + b"0," * 400_000 + b"1]", "snapshot_too_many_values"),
    ],
    ids=["bytes", "lists", "objects", "numbers"],
)
def test_a_file_beyond_a_limit_is_refused_before_a_value_is_built(tmp_path: Path, content: bytes, code: str) -> None:
    with patch.object(packed_json, "read_json") as built, pytest.raises(Refusal) as refused:
        read_file(packed(tmp_path, content), limits=FEW)
    assert refused.value.code == code
    assert not built.called
    assert Spent.last.unpacked <= FEW.max_unpacked + packed_json.PIECE
    assert Spent.last.elements <= FEW.max_elements + packed_json.PIECE


def test_a_file_within_the_limits_is_counted_whole(tmp_path: Path) -> None:
    content = b'{"format": "dueldesk-event/1", "rows": [[1, 2], [3, "a, b"]]}'
    assert read_file(packed(tmp_path, content), limits=FEW)["rows"] == [[1, 2], [3, "a, b"]]
    assert (Spent.last.unpacked, Spent.last.elements) == (len(content), 9)


@pytest.mark.parametrize(
    "content",
    [b"[" * 9_000, b'{"format": "dueldesk-event/1", "format": 1}', b"\xff", b"[NaN]", b"[1" + b"0" * 5_000 + b"]"],
    ids=["deep", "a key twice", "no text", "no number", "a long number"],
)
def test_what_is_not_written_like_that_is_damaged(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(Refusal, match="snapshot_damaged"):
        read_file(packed(tmp_path, content), limits=FEW)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (FEW, "unpacks to more than 1 MB"),
        (Limits(max_unpacked=20_000_000, max_elements=10), "holds more than 10 values"),
    ],
    ids=["bytes", "values"],
)
def test_an_uploader_reads_why(monkeypatch: pytest.MonkeyPatch, limits: Limits, said: str) -> None:
    monkeypatch.setattr("tournaments.services.snapshots.restoring.UPLOADED_FILE", limits)
    owner = browser(make_actor(is_superuser=True))
    file = SimpleUploadedFile("bomb.json.gz", gzip.compress(BOMB + b"," * 100))
    owner.post("/desk/snapshot/", {"file": file})
    asked = Restoration.objects.get()
    run_restoration(asked.pk)
    assert said in words_of(owner.get(f"/desk/snapshot/{asked.pk}/"))
    assert not uploaded_path(asked.file).exists()
    assert not Tournament.objects.exists()


def test_uploads_have_less_room_than_the_sites_own_files() -> None:
    assert UPLOADED_FILE.max_unpacked < reading.OWN_FILE.max_unpacked
    assert UPLOADED_FILE.max_elements < reading.OWN_FILE.max_elements


def test_what_an_upload_may_hold_stays_below_half_a_gigabyte() -> None:
    """By the most that a value and a character take: a short text of emoji, or an object of one key."""
    most_of_a_value = max(sys.getsizeof({"a": 1}) / 2, sys.getsizeof("\U0001f600" * 2)) + 8
    texts = 4 * UPLOADED_FILE.max_unpacked
    assert texts + most_of_a_value * UPLOADED_FILE.max_elements < 5.3e8
