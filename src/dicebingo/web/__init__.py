"""The server: pages and a JSON API over the same functions as the command line.

``endpoints`` is the table of everything that can be asked, ``operations`` the answers, ``pool`` the processes that
compute them, ``desk`` who waits for what, ``guard`` what every request must pass, and ``app`` puts them together.
"""
