"""Give gamma times the sum of the layers, weighted by the softmax of w."""
