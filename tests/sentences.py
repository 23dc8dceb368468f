"""What holds for every sentence of the site, in either language."""

from __future__ import annotations

import re

ENDS = (".", "。", ")", "）", "?", "？", "!", "！", ":", "：")


def assert_sentence(said: str, code: str) -> None:
    """`said` is a complete sentence: no code is used in place of words, no placeholder is left.

    A code of one word (“damaged”) may be a word of the sentence; one of several (“list_too_long”) never is.
    """
    assert isinstance(said, str), type(said)
    assert "_" not in code or code not in said, said
    assert said.endswith(ENDS), said
    assert re.search(r"%\(\w+\)|\{\w+\}|None", said) is None, said
