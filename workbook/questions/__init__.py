"""What a lesson asks.

- ``quiz``, ``quiz_file``: questions with feedback for every choice;
- ``predict``, ``prediction_file``: a question before a result is shown;
- ``open_question``, ``open_question_file``: answered in sentences, with a rubric;
- ``toml_file``: what these files have in common;
- ``markup``: their texts as HTML.
"""
