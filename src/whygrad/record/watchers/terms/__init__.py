"""What becomes of the terms of losses."""
