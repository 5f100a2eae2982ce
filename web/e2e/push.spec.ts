import { ADMIN, expect, type Page, test } from "./fixtures.ts";

/**
 * Chromium has no push service here, so the subscription is invented. The worker, its security policy, the permission
 * and the notification are real. The server's tests read what a push service gets.
 */
async function withPushService(page: Page) {
  await page.addInitScript(() => {
    const keys = {
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
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
  shop,
}) => {
  await context.grantPermissions(["notifications"], { origin: shop.origin });
  await withPushService(page);
  await user.signInAs(ADMIN, "/dashboard/account");
  const section = page.getByRole("region", { name: "New orders on your phone" });
  const worker = context.waitForEvent("serviceworker");
  await section.getByRole("button", { name: "Notify this computer of new orders" }).click();
  await expect(section.getByText("This one")).toBeVisible();
  await expect(section.getByRole("button", { name: /^Notify this/ })).toBeHidden();

  await test.step("the worker shows what the shop sends", async () => {
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      });
    });
    await session.send("ServiceWorker.enable");
    await session.send("ServiceWorker.deliverPushMessage", {
      origin: shop.origin,
      registrationId: await registered,
      data: JSON.stringify({
        title: "New order, $384.00",
        path: "/dashboard/manageOrders",
        tag: "1",
      }),
    });
    const shown = () =>
      page.evaluate(async () => {
        const { getNotifications } = ServiceWorkerRegistration.prototype;
        const registration = await navigator.serviceWorker.ready;
        return (await getNotifications.call(registration)).map(({ title }) => title);
      });
    await expect.poll(shown).toEqual(["New order, $384.00"]);
  });

  await test.step("a press on it leads the open tab", async () => {
    // No test can press what the operating system shows.
    await (await worker).evaluate(async () => {
      const scope = self as unknown as {
        registration: ServiceWorkerRegistration;
        dispatchEvent(event: Event): void;
        NotificationEvent: new (type: string, init: object) => Event;
      };
      const [notification] = await scope.registration.getNotifications();
      scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    });
    await expect(page.getByRole("heading", { name: "Manage Orders", level: 1 })).toBeVisible();
    expect(context.pages()).toHaveLength(1);
  });

  await test.step("Remove ends it", async () => {
    await page.goto("/dashboard/account");
    await section.getByRole("button", { name: /^Remove / }).click();
    await expect(section.getByRole("button", { name: /^Notify this/ })).toBeVisible();
  });
});
