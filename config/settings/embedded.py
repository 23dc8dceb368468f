"""A store's own machine: everything under one data folder, reached over plain HTTP on the local network.

`DATABASE_URL` and `REDIS_URL` replace the embedded services, `SECRET_KEY` the generated key.
"""

import os

from config.embedded.paths import data_folder, secret_key
from config.settings.base import *  # noqa: F403
from config.settings.environment import number
from config.settings.services import caches, celery_urls, databases

DATA = data_folder()

SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(DATA)

DATABASES = databases(os.environ.get("DATABASE_URL") or DATA.database_url, pool=number("DATABASE_POOL", 0))
REDIS_URL = os.environ.get("REDIS_URL") or DATA.redis_url
CACHES = caches(REDIS_URL)
CELERY_BROKER_URL, CELERY_RESULT_BACKEND = celery_urls(REDIS_URL)

TIME_ZONE = os.environ.get("TIME_ZONE") or "Asia/Shanghai"

STATIC_ROOT = DATA.static
MEDIA_ROOT = DATA.media
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = DATA.root / "mail"
