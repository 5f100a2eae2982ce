import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import * as session from "../../../api/session/SessionProvider.tsx";
import firstValues from "../../../api/shop-defaults.json";
import { ToastOutlet } from "../../../ui/toast.tsx";
import type { ManagedSettings } from "./queries.ts";
import { ShopSettingsForm } from "./ShopSettingsForm.tsx";

test("Save sends the section that is shown, and the others keep what was typed", async () => {
  let stored = { ...firstValues, drafts: [], aboutContent: [] } as unknown as ManagedSettings;
  const sent: unknown[] = [];
  vi.spyOn(session, "useAccount").mockReturnValue({ email: "olive@example.com", name: "Olive" });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const body = await (input as Request).json();
    sent.push(body);
    stored = { ...stored, ...body, aboutTitle: "Fern" };
    return Response.json(stored, { headers: { etag: '"2"' } });
  });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={["/?section=about"]}>
        <ShopSettingsForm first={{ data: stored, etag: '"1"' }} />
        <ToastOutlet />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const choose = (name: string) => user.selectOptions(screen.getByLabelText("Section"), name);
  const index = within(screen.getByRole("navigation", { name: "Sections" }));
  const field = (name: string) => screen.getByLabelText(name);
  const type = async (name: string, text: string) => {
    await user.clear(field(name));
    await user.type(field(name), text);
  };

  await type("Heading of the About page", " Fern ");
  await choose("social");
  await type("YouTube", "https://fern.example");
  expect(index.getByRole("link", { name: /^About page.*not saved yet/ })).toBeVisible();
  expect(screen.getByText("Not saved yet: About page, Social media")).toBeVisible();

  await choose("about");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Shop settings saved")).toBeVisible();
  expect(sent).toEqual([{ aboutTitle: " Fern " }]);
  expect(field("Heading of the About page")).toHaveValue("Fern");
  expect(screen.getByText("Not saved yet: Social media")).toBeVisible();

  await choose("social");
  expect(field("YouTube")).toHaveValue("https://fern.example");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(sent[1]).toEqual({ youtubeUrl: "https://fern.example" }));
  expect(await screen.findByRole("link", { name: "Social media" })).toBeVisible();
});
