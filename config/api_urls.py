"""Routes of the API, version 1."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from accounts.api.base_view import Nowhere
from config.api_root import ApiRoot

urlpatterns = [
    path("", ApiRoot.as_view(), name="api_root"),
    path("schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path("", include("cardpool.api.urls")),
    path("", include("decks.api.urls")),
    path("", include("tournaments.api.urls")),
    re_path("", Nowhere.as_view()),
]
