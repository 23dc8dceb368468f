{% load static %}// {{ digest }}
const FILES = {{ files|safe }};
importScripts("{% static 'js/worker.js' %}");
