// Views share their libraries, which stand in this page once, as text that does not run here. Each
// view gets them back before it is opened, in its own sandbox.
for (const frame of document.querySelectorAll("iframe[data-srcdoc][sandbox]")) {
  const { srcdoc } = frame.dataset;
  frame.removeAttribute("data-srcdoc");
  frame.srcdoc = srcdoc.replace(/<script data-shared='(\w+)'><\/script>/g, (place, name) => {
    const library = document.getElementById(`shared-${name}`);
    return library ? `<script>${library.textContent}<\/script>` : place;
  });
}
