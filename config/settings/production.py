"""A server on the Internet behind an HTTPS proxy: no embedded service, nothing secret has a default."""

from pathlib import Path

from config.settings.base import *
from config.settings.environment import broker_url, flag, number, required
from config.settings.services import caches, databases, mail, push_keys

SECRET_KEY = required("SECRET_KEY")
required("ALLOWED_HOSTS")

DATABASES = databases(required("DATABASE_URL"), pooled=flag("DATABASE_POOL", True))
REDIS_URL = required("REDIS_URL")
CACHES = caches(REDIS_URL)
CELERY_BROKER_URL = broker_url(REDIS_URL)

DATA_DIR = Path(required("VAR_DIR"))
STATIC_ROOT = DATA_DIR / "static"
MEDIA_ROOT = DATA_DIR / "media"
SNAPSHOTS_ROOT = DATA_DIR / "backups"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_names.HashedStaticFiles"},
}

MAIL_SERVER = mail()
MAIL_IS_SENT = bool(MAIL_SERVER)
EMAIL_BACKEND = "accounts.mail_service.EmailBackend" if MAIL_IS_SENT else "django.core.mail.backends.dummy.EmailBackend"
globals().update(MAIL_SERVER)

PUSH_KEYS_FILE = DATA_DIR / "push_keys.json"
globals().update(push_keys(PUSH_KEYS_FILE))

# The proxy must set X-Forwarded-Proto itself and drop what the visitor sent under that name.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = flag("SECURE_SSL_REDIRECT", True)
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = number("SECURE_HSTS_SECONDS", 365 * 24 * 60 * 60)
SECURE_HSTS_INCLUDE_SUBDOMAINS = flag("SECURE_HSTS_INCLUDE_SUBDOMAINS", True)
SECURE_HSTS_PRELOAD = flag("SECURE_HSTS_PRELOAD", True)
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True
CONTENT_SECURITY_POLICY["DIRECTIVES"]["upgrade-insecure-requests"] = True
