"""The server: pages and a JSON API over the functions of the library.

``questions`` says what can be asked, ``endpoints`` who answers what, ``operations`` how; ``workers`` are the processes
that compute, ``jobs`` the questions under way, ``security`` what every request must pass; ``app`` puts them together.
"""
