import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient, OWNER_TASKS } from "../../api/query-client.ts";
import * as role from "../../api/session/use-role.ts";
import { PageTitle } from "../../ui/PageTitle.tsx";
import DashboardLayout from "./DashboardLayout.tsx";

let ordersToShip: number;
let tones: number;
let overdueBackup: { lastAt?: string; isNightly: boolean } | undefined;

class SilentAudio {
  currentTime = 0;
  destination = {};
  constructor() {
    tones += 1;
  }
  createGain = () => ({
    connect: () => {},
    gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
  });
  createOscillator = () => ({ frequency: {}, connect: () => {}, start: () => {}, stop: () => {} });
}

beforeEach(() => {
  ordersToShip = 2;
  tones = 0;
  overdueBackup = undefined;
  localStorage.clear();
  vi.stubGlobal("AudioContext", SilentAudio);
  vi.spyOn(role, "useRole").mockReturnValue({ data: "admin" } as ReturnType<typeof role.useRole>);
  vi.spyOn(role, "useWithheldReason").mockReturnValue(undefined);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) =>
    Response.json(
      (input as Request).url.endsWith("/tasks")
        ? { ordersToShip, disputes: 1, failedRefunds: 0, reviewsToApprove: 0, overdueBackup }
        : {},
    ),
  );
});

function open(path = "/dashboard/figures") {
  const queryClient = makeQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route element={<DashboardLayout />}>
            <Route path="*" element={<PageTitle>Dashboard</PageTitle>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { queryClient, user: userEvent.setup() };
}

const entry = (name: string) => screen.getByRole("link", { name }).closest("li");

test("the sidebar and the title count what waits for the owner", async () => {
  open();
  await waitFor(() => expect(document.title).toMatch(/^\(3\) Dashboard · /));
  expect(entry("Manage Orders")).toHaveTextContent("2 to do");
  expect(entry("Books")).toHaveTextContent("1 to do");
  expect(entry("Manage Reviews")).not.toHaveTextContent("to do");
});

test("a tone for new orders, once the owner has turned it on in this browser", async () => {
  const { queryClient, user } = open();
  const ask = () => queryClient.invalidateQueries({ queryKey: OWNER_TASKS });
  await waitFor(() => expect(entry("Manage Orders")).toHaveTextContent("2 to do"));
  ordersToShip = 3;
  await ask();
  expect(tones).toBe(0);
  await user.click(screen.getByRole("checkbox", { name: "Sound for new orders" }));
  expect([tones, localStorage.getItem("order-sound")]).toEqual([1, "on"]);
  for (const [count, heard] of [
    [2, 1],
    [3, 2],
    [3, 2],
  ] as const) {
    ordersToShip = count;
    await ask();
    await waitFor(() => expect(entry("Manage Orders")).toHaveTextContent(`${count} to do`));
    expect(tones).toBe(heard);
  }
});

test("the owner reads since when no backup succeeded, and what to do", async () => {
  overdueBackup = { lastAt: "2026-11-20T03:00:00Z", isNightly: true };
  const { queryClient } = open();
  const failed = await screen.findByText(/^No backup has succeeded since/);
  expect(failed).toHaveTextContent(
    "No backup has succeeded since November 19, 2026. The shop’s log says why at “the nightly backup failed”.",
  );
  overdueBackup = { isNightly: false };
  await queryClient.invalidateQueries({ queryKey: OWNER_TASKS });
  const none = await screen.findByText(/^This shop has no backup yet/);
  expect(none).toHaveTextContent("Set TROWEL_BACKUP_DIR on its server for one each night");
  overdueBackup = undefined;
  await queryClient.invalidateQueries({ queryKey: OWNER_TASKS });
  await waitFor(() => expect(screen.queryByText(/backup/)).not.toBeInTheDocument());
});

test("Today says it itself", async () => {
  overdueBackup = { isNightly: false };
  open("/dashboard");
  await waitFor(() => expect(entry("Manage Orders")).toHaveTextContent("2 to do"));
  expect(screen.queryByText(/backup/)).not.toBeInTheDocument();
});
