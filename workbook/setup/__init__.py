"""What brings the workbook to a machine; all but ``colab`` by the standard library alone.

- ``environment``: sets up ``.venv``;
- ``packages``, ``run_pip``: installs the packages of ``locks/``;
- ``versions``: which packages and versions are needed;
- ``lock``: writes ``locks/``;
- ``here``: adds what is missing to the running Python;
- ``doctor``: what is missing on this machine;
- ``wheelhouse``: packages and data for a room without a network;
- ``bundle``: the zip file for Colab and Kaggle;
- ``colab``: all lessons in Colab's environment.
"""
