"""Hand logs as the tests make them: golden cases, replays, walks, mutants; and the settings for that."""
