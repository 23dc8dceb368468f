"""The encodings a list may have."""

import pytest

from cardpool.lists.entries import Fault, UnreadableList
from cardpool.lists.file_text import MAX_BYTES, list_text

TEXT = "卡牌,限制\n一号,禁止\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_usual_encodings_are_read(encoding):
    assert list_text(TEXT.replace("\n", "\r\n").encode(encoding)).lstrip("\ufeff") == TEXT


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04\x00\x00", Fault.NOT_TEXT),
        (b"\x89\xff\xff", Fault.NOT_TEXT),
        (b"x" * (MAX_BYTES + 1), Fault.FILE_TOO_LARGE),
    ],
)
def test_what_is_no_text_is_refused(data, code):
    with pytest.raises(UnreadableList) as caught:
        list_text(data)
    assert [problem.code for problem in caught.value.problems] == [code]
