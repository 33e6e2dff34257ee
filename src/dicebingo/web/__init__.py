"""The server: pages and a JSON API over the functions of the library.

``questions`` derives the schema of each request, ``endpoints`` lists the endpoints and ``operations`` computes their
answers. ``workers`` manages the processes that compute, ``jobs`` the questions in progress, and ``security`` checks
every request. ``app`` puts them together.
"""
