"""`manage.py verify_round`: 0 where a receipt agrees, 1 with the place where it does not, 2 for what is none."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.tournaments.receipts.written_receipts import drawn_receipt, sealed_again
from tournaments.receipts.document import part_of


def run(tmp_path: Path, content: str | bytes, *words: str) -> tuple[int, str, str]:
    """Exit status and what was printed."""
    path = tmp_path / "receipt.json"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    out, err = StringIO(), StringIO()
    status: Any = 0
    try:
        call_command("verify_round", str(path), "--lang", "en", *words, stdout=out, stderr=err)
    except SystemExit as end:
        status = end.code
    return status, out.getvalue(), err.getvalue()


def test_a_true_receipt_agrees(tmp_path: Path) -> None:
    status, out, _err = run(tmp_path, json.dumps(drawn_receipt()))
    assert status == 0
    assert out.rstrip().endswith("The receipt agrees.")
    status, out, _err = run(tmp_path, json.dumps(drawn_receipt()), "--json")
    answer = json.loads(out)
    assert (status, answer["agrees"], answer["proved"], answer["findings"]) == (0, True, True, [])


def test_a_tampered_one_is_refused_with_the_place(tmp_path: Path) -> None:
    document = drawn_receipt()
    document["published"]["tables"][0][1] = 999
    status, out, _err = run(tmp_path, json.dumps(document))
    assert status == 1
    assert "published.tables: This was changed after the receipt was written" in out
    status, out, _err = run(tmp_path, json.dumps(sealed_again(document)))
    assert status == 1
    assert "published.tables[0]: The draw and the changes by hand lead to other tables." in out


def test_the_part_for_everybody_is_checked_as_far_as_it_goes(tmp_path: Path) -> None:
    part = part_of(drawn_receipt())
    status, out, _err = run(tmp_path, json.dumps(part))
    assert status == 0
    assert "Every draw is counted, and its seed follows from the committed text." in out
    assert "the part of a receipt that everybody may read" in out
    assert "The pairing core comes to the same" not in out
    part["history"][0]["seed"] = "7"
    status, out, _err = run(tmp_path, json.dumps(part))
    assert status == 1
    assert "history[0].seed: This seed does not follow from the committed text." in out
    status, out, _err = run(tmp_path, json.dumps(part_of(drawn_receipt()) | {"history": part["history"][1:]}))
    assert status == 1
    assert "history[0].position" in out


@pytest.mark.parametrize(
    "content", ["", "{", "[]", b"\xff\xfe\x00", '{"format": "dueldesk-pairing-receipt"}', "nonsense"]
)
def test_what_is_no_receipt_leaves_with_2_and_a_sentence(tmp_path: Path, content: str | bytes) -> None:
    status, out, err = run(tmp_path, content)
    assert (status, out) == (2, "")
    assert err.strip()
    assert "Traceback" not in err


def test_a_file_that_is_not_there_leaves_with_2() -> None:
    err = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("verify_round", "/nowhere/receipt.json", "--lang", "en", stderr=err)
    assert end.value.code == 2
    assert "cannot be read" in err.getvalue()
