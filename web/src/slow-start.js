// Until the app has started: says so when that takes long, and loads the page once more when a script has failed.
{
  const shell = () => document.querySelector(".shell");
  const say = () => {
    if (!shell() || shell().querySelector("[role=alert]")) return;
    // Missing styles keep the browser from painting. They may still come.
    for (const link of document.querySelectorAll("link[rel=stylesheet]:not([disabled])"))
      if (!link.sheet) {
        link.media = "print";
        link.onload = () => link.removeAttribute("media");
      }
    const note = document.createElement("p");
    note.className = "measure";
    note.role = "alert";
    const button = document.createElement("button");
    button.className = "btn btn-outline btn-sm";
    button.textContent = "{{tryAgain}}";
    button.onclick = () => location.reload();
    note.append("{{slow}} ", button);
    shell().append(note);
  };
  setTimeout(say, 10_000);
  const retry = async ({ target, reason }) => {
    if (!shell() || !(reason || target.type === "module")) return;
    try {
      if (Date.now() - sessionStorage.reloadedAt < 60_000) throw 0;
      sessionStorage.reloadedAt = Date.now();
      // Without a connection the browser would replace the page with its own error.
      await fetch(location);
      location.reload();
    } catch {
      say();
    }
  };
  addEventListener("error", retry, true);
  // main.tsx imports the app.
  addEventListener("unhandledrejection", retry);
}
