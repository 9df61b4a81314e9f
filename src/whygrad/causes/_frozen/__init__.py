"""Which of the lines that freeze is the one to change, and who has called it."""
