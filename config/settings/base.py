"""Settings every way of running shares. Values come from the environment; each default is the safe one."""

import logging
import os
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.disk.space import limits_from
from config.logs import configure_structlog, logging_settings
from config.settings.environment import flag, number, seconds, words
from config.settings.services import WECHAT_ORIGIN, wechat

BASE_DIR = Path(__file__).resolve().parent.parent.parent

DEBUG = flag("DEBUG")
ALLOWED_HOSTS = words("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "jobs",
    "accounts",
    "cardpool",
    "decks",
    "tournaments",
    "config.admin_app.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.weixin",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "csp",
    "django_structlog",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.content_policy.ContentPolicyMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.middleware.LastingSessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.disk.full.DiskSpaceMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.visitors.VisitorMiddleware",
    "config.serving.recognised.RecognisedMiddleware",
    "accounts.middleware.ActorMiddleware",
    "tournaments.middleware.StaffLinkMiddleware",
    "accounts.middleware.AccountLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.request_log.RequestLogMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "tournaments.middleware.RefusalMiddleware",
]

# Names the function that is asked for hosts phones reach when the site is opened as "localhost"; empty: none.
PHONE_HOSTS = ""

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.page",
                "config.disk.full.disk_notice",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Signing in: a user name and a password, a passkey, or a code sent by mail. An address is optional; the password may be
# left out where there is one.
AUTH_USER_MODEL = "accounts.User"
# One backend: each would hash a wrong password once more.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
# The second reads hashes made before Argon2; signing in replaces them.
PASSWORD_HASHERS = ["accounts.passwords.PasswordHasher", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "accounts.passwords.LengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1", "password2"]
ACCOUNT_FORMS = {
    "signup": "accounts.forms.AccountSignupForm",
    "request_login_code": "accounts.forms.AskForCodeForm",
    "confirm_login_code": "accounts.forms.SignInCodeForm",
}
ACCOUNT_EMAIL_VERIFICATION = "optional"
# An account has one address; another replaces it when it is confirmed. Nobody learns which addresses have accounts.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
# What opens an account to others, an address or a passkey, is changed after proving again who one is, within 5 minutes.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
MFA_ADAPTER = "accounts.passkeys.PasskeyAdapter"
MFA_FORMS = {
    "add_webauthn": "accounts.passkey_forms.AddPasskeyForm",
    "edit_webauthn": "accounts.passkey_forms.NamePasskeyForm",
    "login_webauthn": "accounts.passkey_forms.SignInByPasskeyForm",
    "reauthenticate_webauthn": "accounts.passkey_forms.ProveByPasskeyForm",
}
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
# accounts.sign_in_views counts as for passwords.
MFA_RATE_LIMITS = {"webauthn_login": ""}
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[DuelDesk] "
# Signs what is sent to phones (`manage.py make_push_keys`); empty: nothing is sent, and no page offers it.
VAPID_PRIVATE_KEY = os.environ.get("VAPID_PRIVATE_KEY", "")
# Whom a push service asks when something is wrong: `mailto:` or `https:`.
VAPID_CONTACT = os.environ.get("VAPID_CONTACT", "")
# Where browsers may have their notices from: Chrome and Edge on Android, Firefox, Safari, Edge on Windows.
PUSH_SERVICES = words("PUSH_SERVICES") or [
    "https://fcm.googleapis.com",
    "https://jmt17.google.com",
    "https://updates.push.services.mozilla.com",
    "https://*.push.apple.com",
    "https://*.notify.windows.com",
]
# Whether mail leaves this machine. Where it does not, no page asks for an address or offers to write to one.
MAIL_IS_SENT = False
# What links in mails about notices begin with, such as https://duel.example.org; empty: as a visitor opened the site.
SITE_ORIGIN = (os.environ.get("SITE_ORIGIN") or "").rstrip("/")
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL") or "webmaster@localhost"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
# Signing in with WeChat is there where its keys are set. Nothing else of WeChat is asked or kept than who it is.
SOCIALACCOUNT_PROVIDERS = wechat()
WECHAT_IS_ON = bool(SOCIALACCOUNT_PROVIDERS)
SOCIALACCOUNT_ADAPTER = "accounts.wechat.WechatAdapter"
SOCIALACCOUNT_EMAIL_VERIFICATION = "none"
# The age of the player is asked before a WeChat gets an account.
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_FORMS = {"signup": "accounts.wechat_forms.WechatSignupForm"}
# The library counts by address, so that a hall stops itself: accounts.allowances and accounts.wrong_passwords count
# signing in and up. Its limits on what costs a mail, or belongs to one account, stay.
ACCOUNT_RATE_LIMITS = {"login": "", "login_failed": "", "signup": ""}
ACCOUNT_LOGOUT_REDIRECT_URL = "/"

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("TIME_ZONE") or "Asia/Shanghai"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_KEEP_ONLY_HASHED_FILES = False

# The longest text anyone pastes is a card list of a few kilobytes; a card spreadsheet may reach some megabytes.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
# A game's card data may come in a file per set; the whole request stays as small as any (config/serving/bodies.py).
DATA_UPLOAD_MAX_NUMBER_FILES = 200

# How long a page works on the pairing of up to 2,000 players (more have as much more), and how long a job searches on.
PAIRING_SECONDS = seconds("PAIRING_SECONDS", 2.0)
PAIRING_JOB_SECONDS = seconds("PAIRING_JOB_SECONDS", 600.0)

# How many snapshots of an event are kept, and the folder to which each is copied, such as a mounted disk; empty: none.
SNAPSHOTS_KEPT = number("SNAPSHOTS_KEPT", 40)
SNAPSHOTS_COPY_TO = os.environ.get("SNAPSHOTS_COPY_TO", "").strip()

# How much space has to be left on the disk of the data folder, and for what.
DISK_LIMITS = limits_from(os.environ)

# Everything is served from this site; scripts and styles are files, never inline.
CONTENT_SECURITY_POLICY: dict[str, dict[str, Any]] = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [SELF],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "frame-src": [NONE],
        "img-src": [SELF, "data:"],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "worker-src": [SELF],
    }
}
if WECHAT_IS_ON:
    # The form that begins signing in with WeChat leads there.
    CONTENT_SECURITY_POLICY["DIRECTIVES"]["form-action"].append(WECHAT_ORIGIN)
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY: str | None = "same-origin"
# Sessions in the database, sealed; those of a phone with players last longer than SESSION_COOKIE_AGE says.
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = number("SESSION_COOKIE_AGE", 30 * 24 * 60 * 60)
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME = "dueldesk_session"
LANGUAGE_COOKIE_NAME = "dueldesk_language"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "EXCEPTION_HANDLER": "tournaments.api.problem_handler.problem_handler",
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["accounts.api.problems.ProblemRenderer"],
    "DEFAULT_PARSER_CLASSES": ["accounts.api.json_parser.FlatEnoughJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "accounts.api.pages.Pages",
    "DEFAULT_THROTTLE_CLASSES": ["accounts.api.throttle.VisitorThrottle"],
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "DuelDesk API",
    "DESCRIPTION": "Trading-card-game tournaments and deck judging.",
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "TAGS": [
        {"name": "api", "description": _("The API itself")},
        {"name": "games", "description": _("Games and cards")},
        {"name": "tournaments", "description": _("Tournaments")},
        {"name": "registrations", "description": _("Entries")},
        {"name": "decklists", "description": _("Decklists")},
        {"name": "rounds", "description": _("Rounds")},
        {"name": "matches", "description": _("Matches and games")},
        {"name": "pods", "description": _("Pods")},
        {"name": "standings", "description": _("Standings")},
        {"name": "seasons", "description": _("Seasons")},
        {"name": "judging", "description": _("Judging at the table")},
        {"name": "export", "description": _("Excel file")},
        {"name": "notices", "description": _("Notices")},
    ],
    "ENUM_NAME_OVERRIDES": {
        "SeatEnum": [(1, 1), (2, 2)],
        "MatchLengthEnum": [(1, 1), (3, 3), (5, 5)],
        "CutSizeEnum": [(2, 2), (4, 4), (8, 8), (16, 16), (32, 32)],
        "RegistrationStatusEnum": "tournaments.models.Registration.Status",
        "RoundStatusEnum": "tournaments.models.Round.Status",
        "MatchOutcomeEnum": "tournaments.models.Match.Outcome",
        "DeclaredOutcomeEnum": "tournaments.api.round_serializers.DECLARED_OUTCOMES",
        "TournamentPhaseEnum": "tournaments.models.Tournament.Phase",
        "DeckCheckOutcomeEnum": "tournaments.models.DeckCheck.Outcome",
        "MatchReportsStateEnum": "tournaments.models.Match.ReportState",
        "PodReportStateEnum": "tournaments.models.Pod.ReportState",
        "JudgeCallStateEnum": "tournaments.models.JudgeCall.State",
        "AgeGroupEnum": "accounts.models.AgeGroup",
        "GameChoiceEnum": "tournaments.models.Game.Choice",
        "RepairChoiceEnum": "tournaments.api.pairing_serializers.CHOSEN",
        "DecisionEnum": "tournaments.api.decided_views.DECISIONS",
        "AssignedRoundKindEnum": "tournaments.models.AssignedRound.Kind",
        "ReportedSideEnum": "tournaments.api.report_views.SIDES",
        "NoticeKindEnum": "tournaments.api.notice_views.KIND_CHOICES",
        "DeckCheckEndingEnum": "tournaments.api.judging_serializers.ENDINGS",
    },
}

CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# In kB, between two jobs: what a large one took is given back with its process.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000
CELERY_TASK_TIME_LIMIT = 15 * 60
CELERY_TASK_SOFT_TIME_LIMIT = 14 * 60
# What became of a job stands in the database; Celery keeps no results, and asking for a job does not wait for any.
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

configure_structlog()
LOGGING = logging_settings(os.environ.get("LOG_LEVEL") or "INFO")
DJANGO_STRUCTLOG_CELERY_ENABLED = True
# One line for each request, when it is answered; that it began is said by a site that logs everything.
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
