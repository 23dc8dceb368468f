"""The ASGI entry point."""

import os

from django.core.asgi import get_asgi_application

from config.body_limit import BodyLimit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

application = BodyLimit(get_asgi_application())

from config.warm_up import keep_searches_ready  # noqa: E402  Models can be imported from here on.

keep_searches_ready()
