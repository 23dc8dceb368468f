"""Made-up events for an empty site, made through the same services as real ones. `make_demo()`: START HERE."""
