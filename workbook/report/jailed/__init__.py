"""What runs in the jail, beside the students' code: nothing here knows a right answer.

===========  ==============================================================
module       what it holds
===========  ==============================================================
``child``    cases from a seed, the student's code, values out
``wire``     values as JSON and arrays, without pickle
``seccomp``  no further processes
===========  ==============================================================
"""
