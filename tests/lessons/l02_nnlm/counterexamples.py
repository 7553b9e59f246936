"""Values under which claims of lesson 02 fail: those that the search does not break."""

import numpy as np

COUNTEREXAMPLES = {
    "it leads by a sixth there": {"lead": np.array([[1.4, 1.18]])},
}
