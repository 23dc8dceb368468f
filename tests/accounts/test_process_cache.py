"""A process computes a value once per version, and keeps no more than it may."""

from __future__ import annotations

import operator
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from accounts.process_cache import ProcessCache


def test_a_value_is_worked_out_again_for_another_version_only() -> None:
    cache: ProcessCache[str, int] = ProcessCache(max_size=2)
    results = iter(range(9))
    asked = [("a", "x"), ("a", "x"), ("b", "x"), ("a", "y"), ("b", "x"), ("a", "x")]
    assert [cache.get(key, version, lambda: next(results)) for key, version in asked] == [0, 0, 1, 2, 1, 3]


def test_where_versions_have_an_order_a_later_one_answers_for_an_earlier() -> None:
    cache: ProcessCache[str, str] = ProcessCache(max_size=2, holds=operator.ge)
    assert cache.put("a", 2, "second") == "second"
    assert cache.put("a", 1, "first") == cache.get("a", 1, lambda: "first") == cache.find("a") == "second"
    assert cache.get("a", 3, lambda: "third") == "third"


def test_threads_that_want_the_same_wait_for_one() -> None:
    cache: ProcessCache[str, int] = ProcessCache(max_size=2)
    start, calls = Barrier(8), deque[int]()

    def ask() -> int:
        start.wait()
        return cache.get("a", 1, lambda: calls.append(1) or len(calls))  # type: ignore[func-returns-value]

    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(ask) for _ in range(8)]
    assert [one.result() for one in asked] == [1] * 8
    assert len(calls) == 1


def test_what_was_used_longest_ago_goes_first_and_the_newest_never() -> None:
    cache: ProcessCache[str, str] = ProcessCache(max_size=5, size_of=len)
    cache.put("a", 1, "aa")
    cache.put("b", 1, "bb")
    assert cache.find("a") == "aa"
    cache.put("c", 1, "cc")
    assert (cache.find("a"), cache.find("b"), cache.find("c"), cache.size) == ("aa", None, "cc", 4)
    cache.put("a", 2, "a")
    assert cache.size == 3
    cache.put("d", 1, "d" * 9)
    assert (cache.find("a"), cache.find("d"), cache.size) == (None, "d" * 9, 9)
    cache.clear()
    assert (cache.find("d"), cache.size) == (None, 0)


def test_what_could_not_be_worked_out_is_asked_again() -> None:
    cache: ProcessCache[str, float] = ProcessCache(max_size=2)
    with pytest.raises(ZeroDivisionError):
        cache.get("a", 1, lambda: 1 / 0)
    assert cache.get("a", 1, lambda: 2.0) == 2.0


def test_a_value_may_hold_until_a_moment() -> None:
    cache: ProcessCache[str, bool] = ProcessCache(max_size=2, holds=operator.gt)
    cache.put("a", 10.0, False)
    assert (cache.find_for("a", 9.0), cache.find_for("a", 10.0), cache.find_for("b", 1.0)) == (False, None, None)
    cache.put("a", 12.0, True)
    assert cache.find_for("a", 11.0) is True
