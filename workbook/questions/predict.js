const choice = event.target.closest("button");
if (choice) {
  for (const button of this.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === choice));
  }
  const comesTrue = "comesTrue" in choice.dataset;
  const said = this.querySelector(".bertlab-predict-said");
  said.dataset.verdict = comesTrue ? "right" : "other";
  said.textContent = comesTrue
    ? `You said ${choice.value}. So it is: see below.`
    : `You said ${choice.value}. It comes out differently: see below, and find out why.`;
  this.querySelector("details").open = true;
}
