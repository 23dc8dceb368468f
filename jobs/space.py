"""The gauge of this process: how much space is left for what jobs and requests write."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings

from config.disk.space import Gauge


@cache
def gauge() -> Gauge:
    """The gauge of the disk that holds the site's data folder."""
    return Gauge(Path(settings.MEDIA_ROOT).parent, settings.DISK_LIMITS)
