"""What every call read and wrote, kept so that it can be differentiated again; only while `watch()` runs."""
