"""Calling a function that may do anything.

- ``sandbox``: one call, with what it prints, raises and changes;
- ``time_limit``: seconds of computing;
- ``restoring``: seeds, threads, the folder: put back after the call;
- ``rehearsal``: a first run in a process of its own.
"""
