"""What `/healthz` says."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import OperationalError
from django.test import Client
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from config.disk.space import Gauge, Level


@pytest.mark.django_db
def test_a_working_site_is_healthy(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok", "database": "ok", "migrations": "ok", "redis": "ok", "disk": "ok"}
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_a_migration_not_yet_applied_is_reported(client: Client) -> None:
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["migrations"] == "pending"


@pytest.mark.django_db
def test_a_lost_redis_is_reported(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **more: object) -> None:
        raise RedisConnectionError

    monkeypatch.setattr(Redis, "ping", refuse)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json() == {
        "status": "failing",
        "database": "ok",
        "migrations": "ok",
        "redis": "unreachable",
        "disk": "ok",
    }


@pytest.mark.django_db
def test_a_lost_database_is_reported(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **more: object) -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", refuse)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["database"] == "unreachable"


@pytest.mark.django_db
@pytest.mark.parametrize(("level", "status"), [(Level.LOW, 200), (Level.SCARCE, 200), (Level.FULL, 503)])
def test_a_disk_that_fills_up_is_reported(
    client: Client, monkeypatch: pytest.MonkeyPatch, level: Level, status: int
) -> None:
    monkeypatch.setattr(Gauge, "level", level)
    response = client.get("/healthz")
    assert (response.status_code, response.json()["disk"]) == (status, level.name.lower())
