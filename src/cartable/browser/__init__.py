"""A table with no server: the same tables as the server has, hosted by a worker of the page. See docs/offline.md."""
