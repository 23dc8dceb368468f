"""The ASGI entry point. Importing it starts no thread and opens no connection: a server may fork afterwards."""

import os

from django.core.wsgi import get_wsgi_application
from django.utils.module_loading import import_string

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

django = get_wsgi_application()
# By name, for it reads models, which can be imported from here on.
application = import_string("config.serving.site.front_of")(django)
