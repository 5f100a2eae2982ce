import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { Tool } from "../../../api/client.ts";
import { keepPlace } from "../../../api/place.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { Promises } from "./Promises.tsx";

const post = { id: "post", name: "Canada Post", daysFrom: 3, daysTo: 8, pickUp: false };
const shop = { id: "shop", name: "Pick-up", daysFrom: 1, daysTo: 1, pickUp: true };

test.each([
  {
    methods: [post, shop],
    stripeJs: "/v3.js",
    said: ["Secure card payment", "Delivery in 3 to 8 days"],
  },
  { methods: [{ ...post, daysFrom: 0, daysTo: 0 }], stripeJs: null, said: ["Delivery today"] },
  { methods: [shop], stripeJs: null, said: ["Pick-up: ready in 1 day"] },
  { methods: [], stripeJs: "/v3.js", said: ["Secure card payment"] },
])("a tool's page promises the returns, and $said", async ({ methods, stripeJs, said }) => {
  keepPlace({ province: "BC" });
  const sent: unknown[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const charges = methods.length === 0 ? [] : ["delivery"];
    if (request.method === "GET") return Response.json({ stripeJs, charges });
    sent.push(await request.json());
    return Response.json({ methods, method: methods[0]?.id });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <Promises tool={{ _id: "hoe", minimumQuantity: 6 } as Tool} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const items = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  await waitFor(() => expect(items()).toEqual(["How to return a tool", ...said]));
  const asked = { lines: [{ toolId: "hoe", quantity: 6 }], address: { province: "BC" } };
  expect(sent, "no question where no delivery is charged").toEqual(methods[0] ? [asked] : []);
});
