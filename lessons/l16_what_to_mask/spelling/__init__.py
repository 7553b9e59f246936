"""Spelling: characters confused with others that sound alike, correctors, what was measured.

``homophones`` are such characters, and errors made of them; ``sentences`` are spoiled, and mended
by counts and by hiding. ``soft_masked`` is Soft-Masked BERT, ``training`` what models learn from,
``corrector`` the stored one for anybody's sentences, ``control`` shows it on a page. ``scoring``
has precision, recall and F1; ``measures`` and ``recorded`` are of the recorded run; ``oracle`` is
what a corrector does with other masks. ``figures`` shows all of it.
"""
