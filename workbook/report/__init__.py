"""The class report: a folder of submissions in, what the class has understood out.

``python -m workbook report FOLDER --out DIR``. Students' code is hostile until proven otherwise: it
runs in a child without network, references, misconceptions and other students' files, and returns
values; they are compared here.

=============  ============================================================
module         what it holds
=============  ============================================================
``collect``    finds notebooks in folders and archives: whose, which lesson
``code``       finds exercises in a notebook, with what they need
``jail``       the jail: bubblewrap, limits, a watchdog
``processes``  those of a jail, counted
``jailed``     what runs in it: cases from a seed, the student's code
``grade``      compares what came out; keeps what did not change
``summary``    what the class has understood
``points``     points, pseudonyms
``formats``    the gradebooks: nbgrader, Canvas, Gradescope, CSV
``pages``      the report and each student's feedback, as HTML
``demo``       a made-up class
``command``    the command line
=============  ============================================================
"""
