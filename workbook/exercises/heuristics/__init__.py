"""Heuristics: what a mistake may be that no exercise foresaw, and where it shows best.

``naming`` asks three of them for a name that holds on every case: ``results`` (something was done
to the right result: ``relations``, ``tables``, ``types``), ``arguments`` (the right thing was done
to others) and ``special`` (one kind of case breaks down). Where there is no name, ``pairs`` tries
two misconceptions at once, ``results`` looks for a relation in the cases that fail, ``positions``
for where results differ, and ``smallest`` for the smallest input.
"""
