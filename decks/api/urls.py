"""Routes of the decks' endpoints."""

from django.urls import path

from decks.api import list_views, views

urlpatterns = [
    path("games/<slug:slug>/judge/", views.Judge.as_view(), name="api_judge"),
    path("lists/convert/", list_views.ConvertList.as_view(), name="api_convert_list"),
]
