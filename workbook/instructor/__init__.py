"""What the instructor gets: TEACHING.md, two pages for each lesson, and the README's table.

=====================  =====================================================================
module                 what it holds
=====================  =====================================================================
``lesson``             what is known of a lesson: parts, minutes, exercises, what may be dropped
``minutes``            how long a part takes in class
``predictions``        what to ask before a result, with the answer
``lesson_page``        the page of one lesson, and the page of its mistakes
``glossary``           GLOSSARY.md, the terms of all lessons
``readme``             the README's table of lessons
``pages``              all of them, written: ``python -m workbook teaching``
=====================  =====================================================================
"""
