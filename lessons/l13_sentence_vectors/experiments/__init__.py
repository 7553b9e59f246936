"""What makes this lesson's recorded runs: ``python -m workbook record NAME``."""
