import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import { ToastOutlet } from "../../../../ui/toast.tsx";
import { PushSection } from "./PushSection.tsx";

const ANDROID = "Mozilla/5.0 (Linux; Android 15; K) Chrome/140.0.0.0 Mobile Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1";
const IPAD = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15";

const phone = {
  id: "7",
  device: "Chrome on Android",
  createdAt: "2026-11-20T12:00:00Z",
  failingSince: null as string | null,
  current: true,
};

let devices: (typeof phone)[];
let asked: [call: string, body: unknown][];
let refusal: Response | undefined;
let permission: NotificationPermission;
let answer: NotificationPermission;
let subscribe: ReturnType<typeof vi.fn>;
let former: { unsubscribe: ReturnType<typeof vi.fn> } | null;

/** Neither happy-dom nor Chromium without a network has a push service. */
function withPush(userAgent = ANDROID) {
  const pushManager = { getSubscription: async () => former, subscribe };
  const registration = { pushManager };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      permission = answer;
      return answer;
    },
  });
  vi.stubGlobal("navigator", {
    userAgent,
    maxTouchPoints: 5,
    serviceWorker: {
      register: vi.fn(async () => registration),
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  });
}

beforeEach(() => {
  devices = [];
  asked = [];
  refusal = undefined;
  permission = "default";
  answer = "granted";
  former = { unsubscribe: vi.fn(async () => true) };
  subscribe = vi.fn(async () => ({
    toJSON: () => ({ endpoint: "https://push.example.net/1", keys: { p256dh: "p", auth: "a" } }),
  }));
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const call = `${request.method} ${new URL(request.url).pathname}`;
    if (request.method === "GET") return Response.json({ publicKey: "BP4z", devices });
    asked.push([call, request.method === "POST" ? await request.json().catch(() => null) : null]);
    if (refusal) return refusal;
    devices = request.method === "DELETE" ? [] : [phone];
    return Response.json({ id: "7" });
  });
});

afterEach(() => vi.unstubAllGlobals());

async function open() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PushSection />
      <ToastOutlet />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const button = () => screen.findByRole("button", { name: /^Notify this/ });

test("a press asks for the permission, and the phone is in the list", async () => {
  withPush();
  const user = await open();
  const notify = await button();
  expect(notify).toHaveTextContent("Notify this phone of new orders");
  expect(permission).toBe("default");
  await user.click(notify);
  expect(await screen.findByText("This one")).toBeVisible();
  expect(asked).toEqual([
    [
      "POST /api/identity/push-devices",
      { endpoint: "https://push.example.net/1", p256dh: "p", auth: "a" },
    ],
  ]);
  // A former key of the shop would refuse the new one.
  expect(former?.unsubscribe).toHaveBeenCalledOnce();
  expect(subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: new Uint8Array([4, 254, 51]),
  });
  expect(screen.queryByRole("button", { name: /^Notify this/ })).toBeNull();
});

test("a browser that says no is told how to allow it", async () => {
  withPush();
  answer = "denied";
  const user = await open();
  await user.click(await button());
  const texts = await screen.findAllByText(/blocks notifications of the shop/);
  expect(texts.length).toBeGreaterThan(0);
  expect(asked).toEqual([]);
  expect(screen.queryByRole("button", { name: /^Notify this/ })).toBeNull();
});

test("a push service that does not answer is a sentence, and the button stays", async () => {
  withPush();
  subscribe.mockRejectedValue(new DOMException("no service", "AbortError"));
  const user = await open();
  await user.click(await button());
  expect(await screen.findByText(/push service of this browser did not answer/)).toBeVisible();
  expect(await button()).toBeVisible();
  expect(asked).toEqual([]);
});

test("a device is tested and removed", async () => {
  withPush();
  permission = "granted";
  devices = [phone];
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Send a test to Chrome on Android" }));
  expect(await screen.findByText("A test is on its way to Chrome on Android")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Remove Chrome on Android" }));
  expect(await button()).toBeVisible();
  expect(asked.map(([call]) => call)).toEqual([
    "POST /api/identity/push-devices/7/test",
    "DELETE /api/identity/push-devices/7",
  ]);
  expect(former?.unsubscribe).toHaveBeenCalledOnce();
});

test("a test that did not arrive says why", async () => {
  withPush();
  permission = "granted";
  devices = [{ ...phone, current: false, failingSince: "2026-11-21T12:00:00Z" }];
  refusal = Response.json(
    { code: "push_device_gone", detail: "This device no longer takes notifications." },
    { status: 409 },
  );
  const user = await open();
  expect(await screen.findByText(/Not reached since/)).toHaveTextContent("November 21, 2026");
  await user.click(screen.getByRole("button", { name: /^Send a test/ }));
  expect(await screen.findByText("This device no longer takes notifications.")).toBeVisible();
  // It is another device, so this one can be added.
  expect(await button()).toBeVisible();
});

test.each([
  [IPHONE, true, /only for pages on its home screen/],
  [IPAD, true, /only for pages on its home screen/],
  ["Mozilla/5.0 (X11; Linux x86_64)", true, /This browser cannot show notifications/],
  [ANDROID, false, /need a secure connection/],
])("%s without a way says so", async (userAgent, isSecure, text) => {
  vi.stubGlobal("isSecureContext", isSecure);
  vi.stubGlobal("navigator", { userAgent, maxTouchPoints: 5 });
  await open();
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Notify this/ })).toBeNull();
});
