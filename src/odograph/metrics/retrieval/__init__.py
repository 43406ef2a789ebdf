"""How good were the documents that a run retrieved."""
