"""Ask each token for the next one."""
