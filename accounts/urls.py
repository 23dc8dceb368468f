"""Routes of a person's own pages, and of the switches in every page's frame."""

from django.urls import path

from accounts import account_views, views

urlpatterns = [
    path("welcome/<str:secret>/", views.welcome, name="welcome"),
    path("me/<str:secret>/", views.personal_link, name="personal_link"),
    path("my/account/", account_views.account, name="account"),
    path("my/account/players/keep/", account_views.keep_all, name="account_keep_all"),
    path("my/account/players/<int:player_id>/keep/", account_views.keep, name="account_keep_player"),
    path("my/account/players/<int:player_id>/release/", account_views.release, name="account_release_player"),
    path("my/account/players/<int:player_id>/link/", account_views.own_link, name="account_player_link"),
    path("my/tokens/", views.api_tokens, name="api_tokens"),
    path("my/tokens/<int:token_id>/end/", views.api_token_end, name="api_token_end"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("theme/", views.set_theme, name="set_theme"),
    path("language/", views.set_site_language, name="set_site_language"),
    path("about/", views.about, name="about"),
]
