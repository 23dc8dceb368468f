"""The ASGI entry point. Importing it starts no thread and opens no connection: a server may fork afterwards."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

django = get_wsgi_application()

from django.conf import settings  # noqa: E402  Models can be imported from here on.

from config.celery import ask_hastily  # noqa: E402
from config.serving.front import Front  # noqa: E402
from config.warm_up import keep_searches_ready  # noqa: E402
from tournaments.marks import CHANNEL  # noqa: E402
from tournaments.queries.versions import marks_of  # noqa: E402

application = Front(
    django,
    read_marks=marks_of,
    channel=CHANNEL,
    redis_url=settings.REDIS_URL,
    beside=keep_searches_ready,
)

ask_hastily()
