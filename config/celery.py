"""The Celery application; its settings are the `CELERY_` names of the Django settings."""

import os

from celery import Celery
from django_structlog.celery.steps import DjangoStructLogInitStep

from accounts.redis_patience import PATIENCE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

app = Celery("dueldesk")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)


def ask_hastily() -> None:
    """Let this process, which only asks for jobs, wait for Redis no longer than a visitor may notice.

    A worker waits for jobs on its connection and has to have patience.
    """
    app.conf.broker_transport_options = {
        "socket_timeout": PATIENCE,
        "socket_connect_timeout": PATIENCE,
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
        "interval_max": 0,
    }
