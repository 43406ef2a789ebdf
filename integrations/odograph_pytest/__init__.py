"""pytest: fixtures, and failures that say what the agent did and why a score is what it is."""
