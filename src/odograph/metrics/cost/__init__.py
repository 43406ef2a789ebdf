"""What a run may take."""
