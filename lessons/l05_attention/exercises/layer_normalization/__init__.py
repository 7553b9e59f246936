"""Shift and scale each token's vector by itself, then by the learned gain and bias."""
