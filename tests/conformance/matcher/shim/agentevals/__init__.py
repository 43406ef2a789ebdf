"""The names that the public suite of agentevals imports, over Odograph's matcher."""
