import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import { ChangeEmailForm } from "./ChangeEmailForm.tsx";

function show(hasPassword: boolean) {
  const requests: Request[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    requests.push((input as Request).clone());
    return Response.json({ acknowledged: true });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ChangeEmailForm hasPassword={hasPassword} />
    </QueryClientProvider>,
  );
  return requests;
}

test("a new address takes the password, and the page says where the link went", async () => {
  const requests = show(true);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("New e-mail"), "ann@new.example");
  await user.type(screen.getByLabelText("Your password"), "moss and ferns");
  await user.click(screen.getByRole("button", { name: "Change e-mail" }));
  await screen.findByText(/We have sent a link to ann@new.example/);
  const sent = requests.find((request) => request.url.endsWith("/identity/email/change"));
  expect(await sent?.json()).toEqual({ email: "ann@new.example", password: "moss and ferns" });
  await waitFor(() => expect(screen.getByLabelText("Your password")).toHaveValue(""));
});

test("an account without a password is not asked for one", () => {
  show(false);
  expect(screen.queryByLabelText("Your password")).toBeNull();
});
