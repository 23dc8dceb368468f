"""A name that is erased, in the spellings that people write it in."""

import pytest

from accounts.erased_names import ErasedNames


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("张 伟", "张伟迟到", "#7迟到"),
        ("张伟", "张 伟迟到", "#7迟到"),
        ("Wei Zhang", "WeiZhang and Wei  Zhang", "WeiZhang and #7"),
        ("Li 明", "Li 明 and Li明", "#7 and Li明"),
        ("张伟", "张三伟", "张三伟"),
    ],
)
def test_a_chinese_name_goes_with_and_without_its_spaces(name: str, text: str, left: str) -> None:
    assert ErasedNames(names=frozenset({name}), label="#7").in_text(text) == left
