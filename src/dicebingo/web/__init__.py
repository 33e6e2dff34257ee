"""The server for the pages and for a JSON API to the library's functions.

``questions`` derives the schema of each request, ``endpoints`` lists the endpoints and ``operations`` computes their
answers. ``workers`` manages the processes that compute, ``jobs`` manages the questions in progress, and ``security``
checks every request. ``app`` combines these modules into the application.
"""
