// Slides stay laid out, one under the other and unseen, until formulas are set and sizes are chosen.
document.documentElement.classList.add("preparing");
