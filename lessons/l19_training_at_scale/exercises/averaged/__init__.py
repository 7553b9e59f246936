"""Make one gradient of many machines' gradients."""
