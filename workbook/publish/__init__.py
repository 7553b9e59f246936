"""Slides and pages of lessons for a browser, and copies for readers.

- ``slides``: a deck, from ``slide_cells`` and ``slide_notes``;
- ``slide_checks``: what does not fit on a slide;
- ``pages``: a page to read;
- ``page_parts``: what decks and pages share;
- ``shared_scripts``: libraries of views, which a deck or a page holds once;
- ``browser``: Chromium without the internet;
- ``copies``: the reader's own copies of the lessons;
- ``edition``: the workbook without solutions.
"""
