"""The fonts of everything we show, none of them the machine's.

``faces`` has the files, ``pages`` brings them to a page, ``figures`` has letters for Chinese texts
in figures, and lets the views of ``bertlab`` bring their fonts.
"""
