{% load static %}// {{ digest }}
const FILES = {{ files|safe }};
const PUSH = { key: "{{ push_key }}", move: "{% url 'push_move' %}" };
importScripts("{% static 'js/queue.js' %}", "{% static 'js/worker_hall.js' %}", "{% static 'js/worker.js' %}");
