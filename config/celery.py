"""The Celery application; its settings are the `CELERY_` names of the Django settings."""

import os
from typing import Any

from celery import Celery, Task
from django_structlog.celery.steps import DjangoStructLogInitStep
from kombu.exceptions import OperationalError

from accounts.redis_patience import PATIENCE, patience

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")


class PatientTask(Task):
    """A task that is not announced while Redis is left alone: a step that asks for several jobs waits once."""

    abstract = True

    def apply_async(self, *args: Any, **options: Any) -> Any:
        """As Celery's. Raises OperationalError where no queue can be reached, at once where none could a moment ago."""
        if self.app.conf.task_always_eager:
            return super().apply_async(*args, **options)
        if not patience.may_ask():
            raise OperationalError("Redis is left alone.")
        try:
            return super().apply_async(*args, **options)
        except (OperationalError, OSError) as error:
            patience.failed(error)
            raise


app = Celery("dueldesk", task_cls=PatientTask)
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
