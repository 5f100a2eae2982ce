import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { PostToEdit } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import * as upload from "../../../api/upload-picture.ts";
import { paths } from "../../../pages.ts";
import { ToastOutlet } from "../../../ui/toast.tsx";
import EditPostPage from "./EditPostPage.tsx";

vi.mock("../../../api/session/SessionProvider.tsx", () => ({
  useAccount: () => ({ email: "olive@example.com" }),
}));

const POST: PostToEdit = {
  _id: "p1",
  slug: "sharp-secateurs",
  title: "Sharp secateurs",
  pictureAlt: "",
  summary: "Oil them.",
  publishedAt: "2026-11-20T10:00:00Z",
  createdAt: "2026-11-20T10:00:00Z",
  changedAt: "2026-11-20T10:00:00Z",
  text: "Oil them.",
};

let sent: { call: string; ifMatch: string | null; body: unknown }[];
let answer: () => Response;
let stored: { post: PostToEdit; etag: string };

beforeEach(() => {
  stored = { post: POST, etag: '"3"' };
  sent = [];
  answer = () => Response.json({ acknowledged: true, insertedId: "p2", modifiedCount: 1 });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const { pathname } = new URL(request.url);
    if (request.method === "GET")
      return Response.json(stored.post, { headers: { ETag: stored.etag } });
    const body = await request.json();
    if (pathname === "/api/posts/preview")
      return Response.json({ content: [{ tag: "p", children: [`Read: ${body.text}`] }] });
    const ifMatch = request.headers.get("If-Match");
    sent.push({ call: `${request.method} ${pathname}`, ifMatch, body });
    return answer();
  });
});

function open(path: string) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path={paths.newPost} element={<EditPostPage />} />
          <Route path={paths.editPost} element={<EditPostPage />} />
          <Route path={paths.managePosts} element="The list" />
        </Routes>
        <ToastOutlet />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const save = () => screen.getByRole("button", { name: "Save" });

test("a new post is a draft unless its author publishes it", async () => {
  const user = open("/dashboard/posts/new");
  await user.click(save());
  expect(await screen.findByText("Title is required")).toBeVisible();
  expect(screen.getByText("Text is required")).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText("Title"), "News");
  await user.type(screen.getByLabelText("Text"), "Open on Sunday.");
  await user.click(save());
  expect(await screen.findByText("The list")).toBeVisible();
  expect(await screen.findByText("Draft saved")).toBeVisible();
  const body = { title: "News", text: "Open on Sunday.", picture: "", pictureAlt: "" };
  expect(sent).toEqual([
    { call: "POST /api/posts", ifMatch: null, body: { ...body, draft: true } },
  ]);
});

test("an edit names the version that was opened, and the address stays", async () => {
  const user = open("/dashboard/posts/p1");
  const title = await screen.findByLabelText("Title");
  expect(title).toHaveAccessibleDescription(/Its address stays .*\/blogs\/sharp-secateurs/);
  await user.clear(title);
  await user.type(title, "Sharper");
  await user.selectOptions(screen.getByLabelText("Status"), "Draft, not shown to visitors");
  await user.click(save());
  expect(await screen.findByText("The list")).toBeVisible();
  expect(sent).toEqual([
    {
      call: "PUT /api/posts/p1",
      ifMatch: '"3"',
      body: { title: "Sharper", text: "Oil them.", picture: "", pictureAlt: "", draft: true },
    },
  ]);
});

test("another person’s edit is shown beside what was typed, and the next save replaces it", async () => {
  const user = open("/dashboard/posts/p1");
  await user.type(await screen.findByLabelText("Text"), " Twice.");
  stored = { post: { ...POST, title: "Clean secateurs", text: "Wash them." }, etag: '"4"' };
  answer = () => Response.json({ code: "revision_changed" }, { status: 412 });
  await user.click(save());
  expect(await screen.findByText(/^Someone else has changed this post/)).toBeVisible();
  const conflicts = within(screen.getByRole("region", { name: "Changed by both of you" }));
  expect(conflicts.getByText("Wash them.")).toBeVisible();
  expect(screen.getByLabelText("Title")).toHaveValue("Clean secateurs");
  expect(screen.getByLabelText("Text")).toHaveValue("Oil them. Twice.");
  answer = () => Response.json({ code: "unauthenticated" }, { status: 401 });
  await user.click(save());
  expect(await screen.findByRole("link", { name: "Log in and continue" })).toBeVisible();
  expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"4"']);
  expect(sent[1]?.body).toMatchObject({ title: "Clean secateurs", text: "Oil them. Twice." });
  cleanup();
  open("/dashboard/posts/p1");
  expect(await screen.findByLabelText("Text")).toHaveValue("Oil them. Twice.");
});

test("what was typed is there when the post is opened again after another person’s edit", async () => {
  stored = { post: { ...POST, _id: "p2" }, etag: '"3"' };
  const user = open("/dashboard/posts/p2");
  await user.type(await screen.findByLabelText("Text"), " Twice.");
  cleanup();
  stored = {
    post: { ...POST, _id: "p2", title: "Clean secateurs", text: "Wash them." },
    etag: '"4"',
  };
  open("/dashboard/posts/p2");
  expect(await screen.findByLabelText("Text")).toHaveValue("Oil them. Twice.");
  expect(screen.getByLabelText("Title")).toHaveValue("Clean secateurs");
  const other = { name: "Use the other one for Text" };
  await user.click(screen.getByRole("button", other));
  expect(screen.getByLabelText("Text")).toHaveValue("Wash them.");
});

test("a post is not saved before its picture is uploaded", async () => {
  let finish = (_url: string) => {};
  const uploading = new Promise<string>((resolve) => {
    finish = resolve;
  });
  vi.spyOn(upload, "uploadPicture").mockReturnValue(uploading);
  const user = open("/dashboard/posts/p1");
  const picture = await screen.findByLabelText("Picture");
  await user.upload(picture, new File(["?"], "fern.png", { type: "image/png" }));
  const busy = { name: "Uploading …" };
  expect(screen.getByRole("button", busy)).toHaveAttribute("aria-disabled");
  await user.type(screen.getByLabelText("Title"), "{Enter}");
  expect(sent).toEqual([]);
  finish("https://shop.example/images/fern.webp");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("The list")).toBeVisible();
  expect(sent[0]?.body).toMatchObject({ picture: "/images/fern.webp" });
});

test("the preview is the server’s reading of the text, and says when it is old", async () => {
  const user = open("/dashboard/posts/new");
  await user.type(screen.getByLabelText("Title"), "News");
  await user.type(screen.getByLabelText("Text"), "a");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  const preview = within(await screen.findByRole("region", { name: "Preview" }));
  expect(preview.getByRole("heading", { level: 2 })).toHaveTextContent("News");
  expect(preview.getByText("Read: a")).toBeVisible();
  expect(preview.queryByText(/The text has changed/)).toBeNull();
  await user.type(screen.getByLabelText("Text"), "b");
  expect(preview.getByText(/The text has changed/)).toBeVisible();
  expect(sent).toEqual([]);
});
