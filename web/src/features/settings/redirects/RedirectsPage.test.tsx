import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { XLSX_TYPE } from "../../../api/file-body.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import RedirectsPage from "./RedirectsPage.tsx";

const answers: Record<string, unknown> = {
  "GET /api/redirects": [
    {
      _id: "1",
      path: "/products/draw-hoe",
      target: "/tool/draw-hoe",
      hits: 41,
      createdAt: "2026-11-20T12:00:00Z",
    },
  ],
  "GET /api/missing-paths": [{ path: "/products/rake", requests: 17 }],
  "POST /api/redirects": { acknowledged: true, modifiedCount: 1 },
  "POST /api/redirect-file": {
    addedCount: 3,
    changedCount: 1,
    unchangedCount: 0,
    skippedCount: 1,
    skipped: [{ line: 4, detail: "Other sites are not possible." }],
  },
};

function show(path = "/dashboard/redirects") {
  const sent = vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    return Response.json(answers[`${request.method} ${new URL(request.url).pathname}`]);
  });
  const router = createMemoryRouter([{ path: "*", element: <RedirectsPage /> }], {
    initialEntries: [path],
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), sent };
}

const posts = (sent: ReturnType<typeof show>["sent"]) =>
  sent.mock.calls.map(([input]) => input as Request).filter(({ method }) => method === "POST");

test("a path that was not found is led to a page", async () => {
  const { user, sent } = show("/dashboard/redirects?path=%2Fproducts%2Frake");
  expect(screen.getByLabelText("Old address")).toHaveValue("/products/rake");
  expect(screen.getByLabelText("Leads to")).toHaveFocus();
  await user.type(screen.getByLabelText("Leads to"), "/tool/bow-rake");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(posts(sent)).toHaveLength(1));
  expect(await posts(sent)[0]?.json()).toEqual({
    path: "/products/rake",
    target: "/tool/bow-rake",
  });
  await vi.waitFor(() => expect(screen.getByLabelText("Old address")).toHaveValue(""));
  expect(screen.getByLabelText("Leads to")).toHaveValue("");
});

test("a row of the list and a missing path say what visitors asked for", async () => {
  show();
  expect(await screen.findByRole("link", { name: "/tool/draw-hoe" })).toBeVisible();
  expect(screen.getByText("41")).toBeVisible();
  const lead = await screen.findByRole("link", { name: "Lead /products/rake to a page" });
  expect(lead).toHaveAttribute("href", "/dashboard/redirects?path=%2Fproducts%2Frake");
});

test("a file says what it did, and which rows were not taken", async () => {
  const { user, sent } = show();
  await user.upload(screen.getByLabelText("File of old addresses"), new File(["PK"], "Old.XLSX"));
  expect(await screen.findByText("3 added, 1 changed, 1 row not taken.")).toBeVisible();
  expect(screen.getByText("Row 4: Other sites are not possible.")).toBeVisible();
  expect(posts(sent)[0]?.headers.get("content-type")).toBe(XLSX_TYPE);
});

test("all old addresses are downloaded in a format", async () => {
  const { user } = show();
  await user.click(screen.getByRole("button", { name: "Download all" }));
  const file = screen.getByRole("link", { name: "Download" });
  expect(file).toHaveAttribute("href", "/api/redirect-file?format=xlsx");
  await user.click(screen.getByRole("radio", { name: "CSV, 24.50" }));
  expect(file).toHaveAttribute("href", "/api/redirect-file?format=csv");
});
