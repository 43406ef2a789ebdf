"""The pytest plugin: it imports nothing heavy until a fixture is used."""
