"""Jobs run where they are called, or by a real worker when a test asks for one."""

import threading
from typing import Any

from celery import shared_task


@shared_task
def thread_name() -> str:
    return threading.current_thread().name


def test_jobs_run_at_once_by_default() -> None:
    assert thread_name.delay().get() == threading.current_thread().name


def test_a_worker_takes_jobs_from_redis(celery_worker: Any) -> None:
    assert thread_name.delay().get(timeout=30) != threading.current_thread().name
