"""What `/healthz` says."""

import pytest
from django.test import Client


@pytest.mark.django_db
def test_a_working_site_is_healthy(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok", "database": "ok", "migrations": "ok", "redis": "ok"}
