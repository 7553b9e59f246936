"""What the instructor gets: TEACHING.md, two pages for each lesson, and plans that add up.

=====================  =====================================================================
module                 what it holds
=====================  =====================================================================
``lesson``             what is known of a lesson: parts, minutes, exercises, what may be dropped
``minutes``            how long a part takes in class
``predictions``        what to ask before a result, with the answer
``sessions``           what of some lessons fits into a session, and what is homework
``plans``              the plans through the series, from ``plans.toml``
``lesson_page``        the page of one lesson, and the page of its mistakes
``readme``             the README's table of lessons
``pages``              all of them, written: ``python -m workbook teaching``
=====================  =====================================================================
"""
