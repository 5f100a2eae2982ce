// Shows notifications of new orders, and opens the order when one is pressed. It caches nothing and answers no request.

self.addEventListener("install", () => self.skipWaiting());

// A tab can be led to another page only by a worker that it belongs to.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, path, tag } = event.data.json();
  const icon = "/apple-touch-icon-180.png";
  event.waitUntil(self.registration.showNotification(title, { tag, icon, data: { path } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** Opens the page in a tab of the dashboard, in another tab of the shop, or in a new one. */
async function open(path) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => new URL(url).pathname.startsWith("/dashboard")) ?? tabs[0];
  await tab?.focus().catch(() => undefined);
  const isOpen = await tab?.navigate(path).catch(() => undefined);
  if (!isOpen) await self.clients.openWindow(path);
}
