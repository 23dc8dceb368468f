"""Routes of the API, version 1."""

from django.urls import include, path, re_path

from accounts.api.base_view import Nowhere
from config.api_root import ApiRoot
from config.api_schema import ApiSchema

urlpatterns = [
    path("", ApiRoot.as_view(), name="api_root"),
    path("schema/", ApiSchema.as_view(), name="api_schema"),
    path("", include("cardpool.api.urls")),
    path("", include("decks.api.urls")),
    path("", include("tournaments.api.urls")),
    re_path("", Nowhere.as_view()),
]
