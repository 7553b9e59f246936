"""Heuristics: what a mistake may be that no exercise foresaw, and where it shows best.

``guess`` asks three of them for a name that holds on every case: ``results`` (something was done to
the right result: ``changes``, ``types``), ``arguments`` (the right thing was done to others) and
``special`` (one kind of case breaks down). Where there is no name, ``pairs`` tries two slips at
once, ``patterns`` and ``places`` say how and where results differ, and ``smallest`` looks for the
smallest input.
"""
