const choice = event.target.closest("button");
if (choice) {
  for (const button of this.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === choice));
  }
  const comesTrue = "comesTrue" in choice.dataset;
  const said = this.querySelector(".bertlab-predict-said");
  said.dataset.verdict = comesTrue ? "right" : "other";
  const verdict = comesTrue
    ? "So it is: see below."
    : "It comes out differently: see below, and find out why.";
  const kept = this.closest(".reveal") ? "" : " (Choices are not saved with the notebook.)";
  said.textContent = `You said ${choice.value}. ${verdict}${kept}`;
  this.querySelector("details").open = true;
}
