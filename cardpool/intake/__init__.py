"""The one intake of files from anywhere: text, workbooks and CSV, all read within budgets."""
