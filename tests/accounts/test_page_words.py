"""Small words of pages, in each language."""

import pytest
from django.utils.translation import override

from accounts.templatetags.page import colon


@pytest.mark.parametrize(("language", "said"), [("en", "Final: "), ("zh-hans", "Final：")])
def test_a_colon_is_that_of_the_language(language: str, said: str) -> None:
    with override(language):
        assert colon("Final") == said
