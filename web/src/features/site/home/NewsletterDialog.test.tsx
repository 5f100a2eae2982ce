import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import { setShop } from "../../../api/shop.ts";
import { HeroButtons } from "./HeroButtons.tsx";

let wording: string;
let answer: () => Response;
let sent: unknown[];

beforeEach(() => {
  wording = "I agree that Fern sends me news.";
  answer = () => Response.json({ acknowledged: true });
  sent = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    if (request.method === "GET") return Response.json({ wording });
    sent.push(await request.json());
    return answer();
  });
});

afterEach(() => setShop());

async function press(newsletter: "on" | "off") {
  setShop({ newsletter });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <HeroButtons hasTools={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Subscribe Now" }));
  return user;
}

test("Subscribe Now stays the specified alert while the newsletter is off", async () => {
  await press("off");
  expect(await screen.findByRole("dialog", { name: "Subscription done!" })).toBeVisible();
  expect(globalThis.fetch).not.toHaveBeenCalled();
});

test("the box is never ticked beforehand, and the form is not sent without it", async () => {
  const user = await press("on");
  const box = await screen.findByRole("checkbox", { name: wording });
  expect(box).not.toBeChecked();
  await user.type(screen.getByLabelText("E-mail"), "ida@example.com");
  await user.click(screen.getByRole("button", { name: "Subscribe" }));
  expect(
    await screen.findByText("Please tick the box if you want the newsletter."),
  ).toBeInTheDocument();
  expect(sent).toEqual([]);
});

test("the shop gets the wording that was read and the page", async () => {
  const user = await press("on");
  await user.click(await screen.findByRole("checkbox", { name: wording }));
  await user.type(screen.getByLabelText("E-mail"), "ida@example.com");
  await user.click(screen.getByRole("button", { name: "Subscribe" }));
  expect(await screen.findByText(/We have sent an e-mail to ida@example.com/)).toBeVisible();
  expect(sent).toEqual([{ email: "ida@example.com", consent: true, wording, page: "/" }]);
});

test("another wording takes the tick back", async () => {
  const user = await press("on");
  await user.click(await screen.findByRole("checkbox", { name: wording }));
  await user.type(screen.getByLabelText("E-mail"), "ida@example.com");
  wording = "I agree that Moss sends me news.";
  const detail = "The shop has changed this text.";
  answer = () => Response.json({ code: "wording_changed", detail }, { status: 409 });
  await user.click(screen.getByRole("button", { name: "Subscribe" }));
  expect(await screen.findByText(detail)).toBeVisible();
  expect(await screen.findByRole("checkbox", { name: wording })).not.toBeChecked();
  expect(screen.getByLabelText("E-mail")).toHaveValue("ida@example.com");
});
