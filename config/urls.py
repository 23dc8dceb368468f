"""Routes of the whole site; each app keeps its own in `<app>/urls.py`."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from config.api_docs import api_docs
from config.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("i18n/catalog.js", JavaScriptCatalog.as_view(), name="javascript-catalog"),
    path("accounts/", include("allauth.account.urls")),
]

for app in ("accounts", "cardpool", "decks", "tournaments"):
    if find_spec(f"{app}.urls") is not None:
        urlpatterns.append(path("", include(f"{app}.urls")))
if find_spec("config.api_urls") is not None:
    urlpatterns.append(path("api/v1/", include("config.api_urls")))
    urlpatterns.append(path("api/docs/", api_docs, name="api_docs"))
