"""Routes of the whole site; each app keeps its own in `<app>/urls.py`."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from config.api_docs import api_docs
from config.health import healthz

# A full disk is a 507, a database that is away a 503 that keeps what was typed, wherever the request met them.
handler500 = "config.disk.full.server_error"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("i18n/catalog.js", JavaScriptCatalog.as_view(), name="javascript-catalog"),
    path("accounts/", include("accounts.sign_in_urls")),
    path("api/v1/", include("config.api_urls")),
    path("api/docs/", api_docs, name="api_docs"),
    path("", include("tournaments.urls")),  # What phones ask for, before some sixty addresses of the others.
    path("", include("accounts.urls")),
    path("", include("cardpool.urls")),
    path("", include("decks.urls")),
]
