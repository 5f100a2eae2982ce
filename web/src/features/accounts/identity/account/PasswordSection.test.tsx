import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import * as provider from "../../../../api/session/SessionProvider.tsx";
import * as role from "../../../../api/session/use-role.ts";
import { PasswordSection } from "./PasswordSection.tsx";

function show(accountRole: role.Role) {
  vi.spyOn(role, "useAccountRole").mockReturnValue(accountRole);
  vi.spyOn(provider, "useAccount").mockReturnValue({ email: "ann@example.com" } as never);
  vi.spyOn(provider, "useSession").mockReturnValue({ startSession: async () => {} } as never);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PasswordSection hasPassword isTooWeak={false} />
    </QueryClientProvider>,
  );
}

test("an admin may revoke the API keys with the password, and keeps them otherwise", async () => {
  const bodies: unknown[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    if (request.method === "POST") bodies.push(await request.json());
    return Response.json({ uid: "1" });
  });
  show("admin");
  const user = userEvent.setup();
  const change = async () => {
    await user.type(screen.getByLabelText("Current password"), "moss and ferns");
    await user.type(screen.getByLabelText("New password"), "ferns and moss");
    await user.click(screen.getByRole("button", { name: "Change password" }));
  };
  const revoke = screen.getByRole("checkbox", { name: "Also revoke my API keys" });
  expect(revoke).not.toBeChecked();
  await change();
  await waitFor(() => expect(bodies).toHaveLength(1));
  await waitFor(() => expect(screen.getByLabelText("New password")).toHaveValue(""));
  await user.click(revoke);
  await change();
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies).toEqual(
    [false, true].map((revokeApiKeys) => ({
      currentPassword: "moss and ferns",
      password: "ferns and moss",
      revokeApiKeys,
    })),
  );
});

test("a customer, who has no API keys, is not asked about them", () => {
  show("customer");
  expect(screen.queryByRole("checkbox")).toBeNull();
});
