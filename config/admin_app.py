"""Where Django finds the site's administration; loaded before there are models."""

from django.contrib.admin.apps import AdminConfig


class AdministrationConfig(AdminConfig):
    default_site = "config.admin_site.Administration"
