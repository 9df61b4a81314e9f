"""What keeps us out of the program's sight."""
