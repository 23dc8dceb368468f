"""The test suite: services of its own in a temporary folder that the pytest plugin names, nothing from `var/`."""

import os
from pathlib import Path

from config.disk.space import Limits
from config.logs import logging_settings
from config.settings.base import *
from config.settings.environment import broker_url
from config.settings.services import caches, databases

FOLDER = Path(os.environ["DUELDESK_TEST_FOLDER"])
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))

SECRET_KEY = "the test suite's key"
DEBUG = False
TIME_ZONE = "Asia/Shanghai"
LOGGING = logging_settings("WARNING")
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

DATABASES = databases(f"postgresql://postgres@/postgres?host={FOLDER}/run", pooled=False)
CACHES = caches(f"unix://{FOLDER}/run/redis.sock?db={2 * WORKER}")
REDIS_URL = f"unix://{FOLDER}/run/redis.sock?db={2 * WORKER + 1}"
CELERY_BROKER_URL = broker_url(REDIS_URL)
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True

STATIC_ROOT = FOLDER / "static"
# Tests compare what is in them before and after: those of another process change them in the meantime.
MEDIA_ROOT = FOLDER / f"media-{WORKER}"
SNAPSHOTS_ROOT = FOLDER / f"backups-{WORKER}"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Whatever is left on the disk of a machine that runs tests is enough.
DISK_LIMITS = Limits(low=0, reserve=0, full=0)
PUSH_KEYS_FILE = FOLDER / "push_keys.json"
# A key for the tests alone.
VAPID_PRIVATE_KEY = "Tn4UlF4Ndh_RAXlM2JxEdtxGYPmX1pYF3XcPUWCGDoM"
VAPID_CONTACT = "mailto:tests@example.org"
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
