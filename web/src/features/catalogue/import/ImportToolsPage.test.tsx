import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { XLSX_TYPE } from "../../../api/file-body.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { setShop } from "../../../api/shop.ts";
import ImportToolsPage from "./ImportToolsPage.tsx";

afterEach(() => setShop());

const CHECK = {
  digest: "d",
  source: "trowel",
  dialect: { encoding: "windows-1252", separator: ";", lineEnds: "crlf" },
  keptQuantityCount: 0,
  alteredSkuCount: 0,
  alteredSkus: [],
  keptChangeCount: 0,
  keptChanges: [],
  addedCount: 10_000,
  changedCount: 0,
  unchangedCount: 0,
  faultCount: 0,
  added: [],
  changed: [],
  skippedCount: 0,
  skipped: [],
  noteCount: 0,
  notes: [],
  faults: [],
  unknownColumns: [],
  pictures: [],
};

/** The next response of the server, a line at a time. */
function nextResponse() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(new Response(readable));
  const writer = writable.getWriter();
  return (line: object) => void writer.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
}

const show = () => {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <ImportToolsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
};

function contentType() {
  const request = vi.mocked(fetch).mock.lastCall?.[0] as Request;
  return request.headers.get("content-type");
}

test("the pictures of a check and the tools of an import are counted", async () => {
  const user = show();
  const checked = nextResponse();
  await user.upload(screen.getByLabelText("File of tools"), new File(["Name"], "tools.csv"));
  checked({ result: CHECK });
  await screen.findByRole("button", { name: "Import 10,000 tools" });

  const unpacked = nextResponse();
  await user.upload(screen.getByLabelText("Zip with pictures"), new File(["zip"], "photos.zip"));
  expect(await screen.findAllByText("Sending the file and the zip of 1 MB …")).toHaveLength(2);
  unpacked({ progress: { done: 7, total: 20 } });
  expect(await screen.findByText("7 of 20 pictures")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Check" })).toHaveValue(7);
  expect(screen.getByText("25% done")).toHaveRole("status");
  unpacked({ result: CHECK });

  const imported = nextResponse();
  await user.click(await screen.findByRole("button", { name: "Import 10,000 tools" }));
  imported({ progress: { done: 4_000, total: 10_000 } });
  expect(await screen.findByText("4,000 of 10,000 tools")).toBeVisible();
  const bar = screen.getByRole("progressbar", { name: "Import" });
  expect(bar).toHaveAttribute("aria-valuetext", "4,000 of 10,000 tools");
  imported({ problem: { status: 409, code: "import_outdated", detail: "Tools have changed." } });
  expect(await screen.findByText("Tools have changed.")).toBeVisible();
  expect(bar).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Check again" })).toBeVisible();
});

test("what was imported stays on the page until another file is chosen", async () => {
  const user = show();
  const checked = nextResponse();
  await user.upload(screen.getByLabelText("File of tools"), new File(["Name"], "tools.csv"));
  checked({ result: CHECK });
  const imported = nextResponse();
  await user.click(await screen.findByRole("button", { name: "Import 10,000 tools" }));
  imported({ result: { addedCount: 10_000, changedCount: 3, unchangedCount: 0 } });
  expect(await screen.findByText(/Import finished: 10,000 tools added, 3 changed/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Choose an Excel or CSV file" })).toHaveFocus();
  nextResponse();
  await user.upload(screen.getByLabelText("File of tools"), new File(["Name"], "more.csv"));
  expect(screen.queryByText(/Import finished/)).toBeNull();
});

test("what an export of Shopify loses is told, and the rest is imported with its pictures", async () => {
  const user = show();
  const checked = nextResponse();
  await user.upload(screen.getByLabelText("File of tools"), new File(["Handle"], "products.csv"));
  checked({
    result: {
      ...CHECK,
      source: "shopify",
      addedCount: 1,
      added: [
        {
          line: 2,
          name: "Hoe – Ash",
          price: 5,
          availableQuantity: 3,
          draft: true,
          differences: [],
        },
      ],
      skippedCount: 300,
      skipped: [{ line: 3, detail: "Name: This field is required." }],
      noteCount: 1,
      notes: [
        {
          line: 2,
          detail: "Picture: The file has none. The tool becomes a draft without a picture.",
        },
      ],
      pictures: [{ file: "", url: "https://fern.ca/images/a/350.webp" }],
    },
  });
  expect(await screen.findByText(/This is a product export of Shopify/)).toBeVisible();
  expect(screen.getByRole("table", { name: "Not imported" })).toHaveTextContent("required");
  expect(screen.getByText("And 299 more.")).toBeVisible();
  expect(screen.getByRole("table", { name: "Notes" })).toHaveTextContent("becomes a draft");
  expect(screen.getByRole("table", { name: "Changes" })).toHaveTextContent(
    "New: $5.00, 3 in stock, draft",
  );
  nextResponse();
  await user.click(screen.getByRole("button", { name: "Import 1 tool" }));
  expect(contentType()).toContain("multipart/form-data");
});

test("the template has the columns of a new tool", () => {
  show();
  const link = screen.getByRole("link", { name: "Download a template" });
  const [header] = decodeURIComponent(link.getAttribute("href") ?? "").split("\r\n");
  for (const column of ["Name", "Description", "Price", "Available quantity", "Picture"])
    expect(header).toContain(column);
});

test("the template of a French shop has semicolons and decimal commas", () => {
  setShop({ locale: "fr-CA" });
  show();
  const link = screen.getByRole("link", { name: "Download a template" });
  expect(decodeURIComponent(link.getAttribute("href") ?? "")).toContain(
    ";24,50;120;6;draw-hoe.jpg",
  );
});

test("a check that failed can be repeated with the same files", async () => {
  const user = show();
  vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("connection lost"));
  await user.upload(screen.getByLabelText("Zip with pictures"), new File(["zip"], "photos.zip"));
  expect(screen.queryByRole("button", { name: "Check again" })).toBeNull();
  await user.upload(screen.getByLabelText("File of tools"), new File(["Name"], "tools.csv"));
  const again = await screen.findByRole("button", { name: "Check again" });
  expect(screen.getByRole("alert")).not.toBeEmptyDOMElement();

  const checked = nextResponse();
  await user.click(again);
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  expect(screen.getByRole("button", { name: "Choose another file" })).toHaveFocus();
  expect(contentType()).toContain("multipart/form-data");
  checked({ result: CHECK });
  expect(await screen.findByRole("button", { name: "Import 10,000 tools" })).toBeVisible();
  expect(again).not.toBeInTheDocument();
});

test("a zip that was chosen can be taken back", async () => {
  const user = show();
  await user.upload(screen.getByLabelText("Zip with pictures"), new File(["zip"], "photos.zip"));
  const withZip = nextResponse();
  await user.upload(screen.getByLabelText("File of tools"), new File(["Name"], "tools.csv"));
  expect(screen.queryByRole("button", { name: "Remove photos.zip" })).toBeNull();
  withZip({ result: CHECK });
  const remove = await screen.findByRole("button", { name: "Remove photos.zip" });
  expect(screen.queryByRole("button", { name: "Remove tools.csv" })).toBeNull();

  const checked = nextResponse();
  await user.click(remove);
  expect(screen.queryByText("photos.zip")).toBeNull();
  expect(screen.getByRole("button", { name: "Choose a zip with pictures" })).toHaveFocus();
  expect(contentType()).toBe("text/csv");
  checked({ result: CHECK });
  expect(await screen.findByRole("button", { name: "Import 10,000 tools" })).toBeVisible();
});

test("quantities of a file without a date are set only after a check with that choice", async () => {
  const user = show();
  const checked = nextResponse();
  await user.upload(screen.getByLabelText("File of tools"), new File(["Name"], "tools.csv"));
  checked({ result: { ...CHECK, keptQuantityCount: 2 } });
  await screen.findByText("Read as windows-1252 text with semicolons between the cells.");
  nextResponse();
  await user.click(screen.getByLabelText("Set the stock to the file’s quantities"));
  const request = vi.mocked(fetch).mock.lastCall?.[0] as Request;
  expect(new URL(request.url).search).toBe(
    "?setQuantities=true&takeAlteredSkus=false&overwriteChanges=false",
  );
});

test("what the shop changed since the download stays, unless the owner overwrites it", async () => {
  const user = show();
  const checked = nextResponse();
  await user.upload(screen.getByLabelText("File of tools"), new File(["PK"], "Tools.XLSX"));
  expect(contentType()).toBe(XLSX_TYPE);
  const detail = "Price: “24.50” stays. The file has “22.00”.";
  const dialect = { encoding: "xlsx", separator: "", lineEnds: "lf" };
  checked({
    result: { ...CHECK, dialect, keptChangeCount: 2, keptChanges: [{ line: 7, detail }] },
  });
  await screen.findByText("Read as an Excel file.");
  expect(screen.getByRole("row", { name: `7 ${detail}` })).toBeVisible();
  expect(screen.getByText("And 1 more.")).toBeVisible();
  nextResponse();
  await user.click(screen.getByLabelText("Overwrite them with the file"));
  const request = vi.mocked(fetch).mock.lastCall?.[0] as Request;
  expect(new URL(request.url).searchParams.get("overwriteChanges")).toBe("true");
});
