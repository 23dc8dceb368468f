"""Routes of the decks' endpoints."""

from django.urls import path

from decks.api import views

urlpatterns = [
    path("games/<slug:slug>/judge/", views.Judge.as_view(), name="api_judge"),
]
