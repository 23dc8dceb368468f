"""The ASGI entry point."""

import os

from django.core.asgi import get_asgi_application

from config.body_limit import BodyLimit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

application = BodyLimit(get_asgi_application())
