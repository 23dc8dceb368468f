"""Schemathesis against the committed OpenAPI file: whatever is sent, the answer is one the file describes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, assume, settings
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from config.wsgi import application
from tests.api.client import ApiAsker
from tests.people_and_events import make_actor
from tests.running_events import publish, start_event

OPENAPI = Path(__file__).resolve().parents[2] / "docs" / "openapi.yaml"
schema = schemathesis.openapi.from_path(OPENAPI)
schema.app = application

# Valid by its schema is not yet possible in the event's present phase: those refusals are 400 or 409 by design.
# A reading that needs no account is also answered with one, and security is tested role by role in test_who_may.py.
LEFT_OUT = [positive_data_acceptance, ignored_auth]
PLAIN = {"Accept-Encoding": "identity"}


@pytest.fixture(autouse=True)
def connection_stays_open() -> Iterator[None]:
    """As Django's own test client does it: a request's end leaves the test's transaction alone."""
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    yield
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)


@pytest.fixture
def event() -> dict[str, Any]:
    owner = make_actor(is_superuser=True)
    tournament = start_event(5, owner=owner)
    match = publish(tournament).matches.first()
    entry = tournament.registrations.first()
    token = ApiAsker(owner).client._credentials["HTTP_AUTHORIZATION"]
    return {
        "token": token,
        "ids": {
            "code": tournament.code,
            "slug": "ultraman-hero-duel",
            "registration_id": entry.pk,
            "match_id": match.pk,
            "number": 1,
            "value": "OMW",
            "username": owner.user.username,
            "role": "judge",
        },
    }


def only_described(case: schemathesis.Case) -> bool:
    """Headers and query parameters nobody has described are ignored, as everywhere on the web: no case for the file."""
    return not case.headers and set(case.query or {}) <= {parameter.name for parameter in case.operation.query}


@pytest.mark.django_db
@schema.parametrize()
@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_operation_answers_as_described(case: schemathesis.Case, event: dict[str, Any]) -> None:
    assume(only_described(case))
    for name, real in event["ids"].items():
        if name in (case.path_parameters or {}):
            case.path_parameters[name] = real
    case.call_and_validate(
        headers={"Authorization": event["token"], **PLAIN},
        excluded_checks=LEFT_OUT,
    )


@pytest.mark.django_db
@schema.parametrize()
@settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_unknown_objects_and_strangers_get_described_answers_too(case: schemathesis.Case) -> None:
    assume(only_described(case))
    case.call_and_validate(headers=PLAIN, excluded_checks=LEFT_OUT)
