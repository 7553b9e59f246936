"""The class report: a folder of submissions in, what the class has understood out.

``python -m workbook report FOLDER --out DIR``. Nothing that a student wrote is run: the check of an
exercise left what it found in the notebook, and the report reads it. Who wants to can forge that;
the page says so, and what to do where marks count.

===============  ============================================================
module           what it holds
===============  ============================================================
``untrusted``    JSON within limits, texts that every page can hold
``collect``      the files of folders and archives
``owners``       whose a file is
``notebook``     records of exercises in notebooks and in ``progress.json``
``results``      which lesson a notebook answers, what became of each exercise
``submissions``  all that was handed in, with whose it is
``summary``      what the class has understood
``pages``        the report and a slide, as HTML
``table``        all results, as CSV
``command``      the command line
===============  ============================================================
"""
