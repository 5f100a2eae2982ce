import { ADMIN, expect, type Page, test } from "./fixtures.ts";

/**
 * A headless Chromium refuses notifications and has no push service, so both are invented. The worker and its security
 * policy are real. The server's tests read what a push service gets.
 */
async function withPushService(page: Page) {
  await page.addInitScript(() => {
    const keys = {
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    Object.defineProperty(Notification, "permission", { value: "granted" });
    Notification.requestPermission = async () => "granted";
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () =>
      ({
        toJSON: () => ({ endpoint: "https://push.example.net/1", keys }),
      }) as unknown as PushSubscription;
  });
}

test("a press notifies this browser, and its notification opens the order in the open tab", async ({
  page,
  context,
  user,
}) => {
  await withPushService(page);
  await user.signInAs(ADMIN, "/dashboard/account");
  const section = page.getByRole("region", { name: "New orders on your phone" });
  const started = context.waitForEvent("serviceworker");
  await section.getByRole("button", { name: "Notify this computer of new orders" }).click();
  const worker = await started;
  await expect(section.getByText("This one")).toBeVisible();
  await expect(section.getByRole("button", { name: /^Notify this/ })).toBeHidden();

  await test.step("the worker shows what the shop sends, and a press leads the open tab", async () => {
    const shown = await worker.evaluate(async () => {
      const scope = self as unknown as {
        registration: { showNotification: (...shown: unknown[]) => Promise<void> };
        dispatchEvent(event: Event): void;
        PushEvent: new (type: string, init: object) => Event;
        ExtendableEvent: new (type: string) => Event;
      };
      const all: unknown[][] = [];
      scope.registration.showNotification = async (...one) => void all.push(one);
      const path = "/dashboard/manageOrders";
      const data = JSON.stringify({ title: "New order, $384.00", path, tag: "1" });
      scope.dispatchEvent(new scope.PushEvent("push", { data }));
      const pressed = new scope.ExtendableEvent("notificationclick");
      scope.dispatchEvent(Object.assign(pressed, { notification: { close() {}, data: { path } } }));
      return all;
    });
    const icon = "/apple-touch-icon-180.png";
    const options = { tag: "1", icon, data: { path: "/dashboard/manageOrders" } };
    expect(shown).toEqual([["New order, $384.00", options]]);
    await expect(page.getByRole("heading", { name: "Manage Orders", level: 1 })).toBeVisible();
    expect(context.pages()).toHaveLength(1);
  });

  await test.step("Remove ends it", async () => {
    await page.goto("/dashboard/account");
    await section.getByRole("button", { name: /^Remove / }).click();
    await expect(section.getByRole("button", { name: /^Notify this/ })).toBeVisible();
  });
});
