"""Give each word the facts of another one."""
