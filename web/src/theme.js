// Runs before the first paint. Without a stored choice the system's preference decides (ui/theme.css).
// The checkout has boxes in place of its form (checkout.css).
// A browser whose language is the shop's other one is offered it (LanguageSwitch.tsx).
// With a stored token the app will read the session: api/session/SessionProvider.tsx.
try {
  const { dataset } = document.documentElement;
  if (/^\/(checkout|fr\/caisse)$/.test(location.pathname)) dataset.checkout = "";
  if (localStorage.getItem("accessToken")) dataset.session = "loading";
  const theme = localStorage.getItem("theme");
  if (/^trowel(-dark)?$/.test(theme)) dataset.theme = theme;
  const { lang } = document.documentElement;
  const wanted = localStorage.getItem("language") ?? navigator.language;
  if (/^(en|fr)\b/.test(wanted) && wanted.slice(0, 2) !== lang.slice(0, 2))
    dataset.offersLanguage = "";
} catch {
  // Storage may be closed to us; the system's preference is a good answer then.
}
