"""The database engine of the site: Django's for PostgreSQL, which gives its connection back between statements."""
