"""Options, plan, engine and Parquet: plays hands and keeps what happened."""
