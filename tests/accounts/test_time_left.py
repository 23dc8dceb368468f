"""The time until a moment, in words of each language."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from accounts.templatetags.page import time_left


@pytest.mark.parametrize(("language", "said"), [("en", "4 hours, 27 minutes"), ("zh-hans", "4 小时 27 分钟")])
def test_two_units_stand_side_by_side(language: str, said: str) -> None:
    moment = timezone.now() + timedelta(hours=4, minutes=27, seconds=30)
    with translation.override(language):
        assert time_left(moment).replace("\xa0", " ") == said
