"""The cache while Redis is unavailable: a silent miss, no request for a while, and no limit refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache as site_cache
from django.test import Client

from accounts import redis_patience
from accounts.redis_patience import LEFT_ALONE_FOR, PATIENCE, Patience
from config import caching
from config.caching import PatientRedisCache
from config.celery import app, ask_hastily
from config.settings.services import caches


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> Patience:
    fresh = Patience()
    monkeypatch.setattr(caching, "patience", fresh)
    return fresh


@pytest.fixture
def away(patience: Patience, tmp_path: Path) -> PatientRedisCache:
    """The site's cache, its Redis gone."""
    settings = caches(f"unix://{tmp_path}/gone.sock?db=0")["default"]
    return PatientRedisCache(settings["LOCATION"], {"OPTIONS": settings["OPTIONS"]})


def test_without_redis_nothing_is_found_and_nothing_raised(away: PatientRedisCache) -> None:
    away.set("key", 1)
    assert away.get("key", "missed") == "missed"
    assert away.get_many(["key"]) == {}
    assert away.add("lock", 1) is True
    assert away.incr("count", 2) == 2
    assert away.count("count", 2, 60) == 2
    assert away.has_key("key") is False
    assert away.touch("key") is False
    assert away.delete("key") is False
    assert away.set_many({"key": 1}) == ["key"]
    away.delete_many(["key"])
    away.clear()


def test_a_count_runs_out_from_its_beginning() -> None:
    key = "counted"
    site_cache.delete(key)
    assert site_cache.count(key, 3, 60) == 3  # type: ignore[attr-defined]
    site_cache.touch(key, 20)
    assert site_cache.count(key, 1, 60) == 4  # type: ignore[attr-defined]
    assert site_cache.get(key) == 4
    assert 0 < site_cache._cache.get_client(key).ttl(site_cache.make_key(key)) <= 20  # type: ignore[attr-defined]


def test_a_redis_that_failed_is_left_alone_for_a_while(
    away: PatientRedisCache, patience: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(redis_patience.time, "monotonic", lambda: now[0])
    assert away.get("key") is None
    asked: list[str] = []
    monkeypatch.setattr(caching.RedisCache, "get", lambda self, key, *rest: asked.append(key) or "found")
    assert away.get("key") is None
    assert asked == []
    now[0] += LEFT_ALONE_FOR
    assert away.get("key") == "found"


def test_the_log_says_once_that_redis_is_away(away: PatientRedisCache, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(redis_patience.logger, "warning", lambda event, **facts: said.append(event))
    for _ in range(3):
        away.get("key")
    assert said == ["redis_left_alone"]


def test_every_answer_of_redis_has_its_time() -> None:
    options = caches("redis://localhost/0")["default"]["OPTIONS"]
    assert options["socket_timeout"] == options["socket_connect_timeout"] == PATIENCE
    assert options["retry"].get_retries() == 1


@pytest.mark.django_db
def test_limits_let_everybody_pass_without_redis(
    client: Client, away: PatientRedisCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "get",
        "set",
        "add",
        "delete",
        "incr",
        "count",
        "touch",
        "has_key",
        "get_many",
        "set_many",
        "delete_many",
    ):
        monkeypatch.setattr(site_cache, name, getattr(away, name))
    assert client.get("/api/v1/games/").status_code == 200
    wrong = {"login": "nobody", "password": "wrong"}
    assert {client.post("/accounts/login/", wrong).status_code for _ in range(12)} == {200}


def test_who_only_asks_for_jobs_does_not_wait_for_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    before = app.conf.broker_transport_options
    ask_hastily()
    options: dict[str, Any] = app.conf.broker_transport_options
    app.conf.broker_transport_options = before
    assert options["socket_timeout"] == PATIENCE
    assert options["max_retries"] == 1
    assert app.conf.task_ignore_result
    assert not app.conf.task_publish_retry
