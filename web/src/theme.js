// Runs before the first paint. Without a stored choice the system's preference decides (ui/theme.css).
// The checkout has boxes in place of its form (checkout.css).
// With a stored token the app will read the session: api/session/SessionProvider.tsx.
try {
  const { dataset } = document.documentElement;
  if (/^\/(checkout|fr\/caisse)$/.test(location.pathname)) dataset.checkout = "";
  if (localStorage.getItem("accessToken")) dataset.session = "loading";
  const theme = localStorage.getItem("theme");
  if (/^trowel(-dark)?$/.test(theme)) dataset.theme = theme;
} catch {
  // Storage may be closed to us; the system's preference is a good answer then.
}
