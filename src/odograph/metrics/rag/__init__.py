"""Measures of retrieval-augmented answers: the answer, its evidence, and the question."""
