"""A store's own machine: everything under one data folder, reached over plain HTTP on the local network.

`DATABASE_URL` and `REDIS_URL` replace the embedded services, `SECRET_KEY` the generated key.
"""

import os

from config.embedded.paths import data_folder, secret_key
from config.settings import base
from config.settings.base import *
from config.settings.environment import broker_url, flag
from config.settings.services import caches, databases, mail, push_keys

DATA = data_folder()

SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(DATA)

if not base.ALLOWED_HOSTS:
    ALLOWED_HOSTS = ["*"]
    MIDDLEWARE = ["config.hosts.OwnHostMiddleware", *base.MIDDLEWARE]

# Addresses of this machine that phones in the hall reach: shared links and codes use them instead of "localhost".
if (os.environ.get("HOST") or "0.0.0.0") == "0.0.0.0":
    PHONE_HOSTS = "config.embedded.addresses.lan_addresses"

DATABASES = databases(os.environ.get("DATABASE_URL", "").strip() or DATA.database_url, pooled=flag("DATABASE_POOL"))
REDIS_URL = os.environ.get("REDIS_URL", "").strip() or DATA.redis_url
CACHES = caches(REDIS_URL)
CELERY_BROKER_URL = broker_url(REDIS_URL)

STATIC_ROOT = DATA.static
MEDIA_ROOT = DATA.media
SNAPSHOTS_ROOT = DATA.backups
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_names.HashedStaticFiles"},
}

# A link in a mail begins with the name the visitor typed, so mail is sent only where those names are known.
MAIL_SERVER = mail() if base.ALLOWED_HOSTS else {}
MAIL_IS_SENT = bool(MAIL_SERVER)
EMAIL_BACKEND = "accounts.mail_service.EmailBackend" if MAIL_IS_SENT else "django.core.mail.backends.dummy.EmailBackend"
globals().update(MAIL_SERVER)

PUSH_KEYS_FILE = DATA.root / "push_keys.json"
globals().update(push_keys(PUSH_KEYS_FILE))

# Plain HTTP on the local network: a browser ignores this header there and complains about it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = None
# What `check --deploy` asks of a site on HTTPS, which this one is not: redirect, HSTS, cookies for HTTPS alone.
SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008", "security.W012", "security.W016"]
