import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../../api/errors.ts";
import firstValues from "../../../api/shop-defaults.json";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { NO_FRENCH } from "./french.test-texts.ts";
import { HomeEditor } from "./HomeEditor.tsx";
import { HomePreview } from "./HomePreview.tsx";
import { SettingsFields } from "./SettingsFields.tsx";
import type { SettingsDraft } from "./settings-draft.ts";
import { SECTIONS } from "./settings-sections.ts";

function Form(values: Partial<SettingsDraft>) {
  const form = useApiForm<SettingsDraft, unknown>({
    defaultValues: {
      ...firstValues,
      french: NO_FRENCH,
      tagline: "Old",
      ...values,
    } as unknown as SettingsDraft,
    call: async () => {
      const fields = [{ field: "tagline", detail: "Too long" }];
      throw ApiError.from({ status: 422 }, { code: "invalid_field", errors: fields });
    },
  });
  return (
    <MemoryRouter>
      <HomeEditor form={form}>
        <SettingsFields form={form} section={SECTIONS.home} />
      </HomeEditor>
      <button type="button" onClick={() => form.submit()}>
        Refuse
      </button>
      <button type="button" onClick={() => form.reset()}>
        Reset
      </button>
    </MemoryRouter>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const heading = () => screen.getByLabelText<HTMLInputElement>("Heading of the home page").value;

test("edits are undone and redone one by one, and typed letters are one edit", async () => {
  const user = userEvent.setup();
  render(<Form />);
  expect(button("Undo")).toHaveAttribute("aria-disabled", "true");
  await user.type(screen.getByLabelText("Heading of the home page"), "er");
  const story = screen.getByRole("checkbox", { name: "Story" });
  await user.click(story);
  expect([heading(), story]).toEqual(["Older", expect.objectContaining({ checked: true })]);

  await user.click(button("Undo"));
  expect(story).not.toBeChecked();
  expect(heading()).toBe("Older");
  await user.click(button("Undo"));
  expect(heading()).toBe("Old");
  expect(button("Undo")).toHaveAttribute("aria-disabled", "true");
  await user.click(button("Redo"));
  expect(heading()).toBe("Older");
  await user.click(button("Redo"));
  expect(story).toBeChecked();
  expect(button("Redo")).toHaveAttribute("aria-disabled", "true");

  await user.click(button("Undo"));
  await user.click(screen.getByRole("checkbox", { name: "Favourites" }));
  expect(button("Redo"), "after another edit").toHaveAttribute("aria-disabled", "true");
  await user.click(button("Reset"));
  expect(button("Undo"), "after a save").toHaveAttribute("aria-disabled", "true");
});

test("each cell of a list is an edit of its own", async () => {
  const user = userEvent.setup();
  render(<Form homeSections="sell" sellSteps="Order | Online" />);
  await user.type(screen.getByLabelText("Step 1: Title"), " now");
  await user.type(screen.getByLabelText("Step 1: Text"), " too");
  await user.click(button("Undo"));
  expect(screen.getByLabelText("Step 1: Text")).toHaveValue("Online");
  expect(screen.getByLabelText("Step 1: Title")).toHaveValue("Order now");
});

test("Undo keeps the focus, says what it undid, and takes its error away", async () => {
  const user = userEvent.setup();
  render(<Form />);
  await user.type(screen.getByLabelText("Heading of the home page"), "er");
  await user.click(button("Refuse"));
  expect(await screen.findByText("Too long")).toBeInTheDocument();
  await user.click(button("Undo"));
  expect(screen.queryByText("Too long")).toBeNull();
  expect(screen.getByText("Undone: Heading of the home page")).toBeVisible();
  expect(button("Undo")).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(heading()).toBe("Old");
  await user.click(button("Redo"));
  expect(screen.getByText("Redone: Heading of the home page")).toBeVisible();
});

test("a refused save shows the fields again", async () => {
  const user = userEvent.setup();
  render(<Form />);
  const refuse = async () => {
    await user.click(screen.getByRole("radio", { name: "Preview" }));
    await user.click(button("Refuse"));
  };
  await refuse();
  await waitFor(() => expect(screen.getByRole("radio", { name: "Edit" })).toBeChecked());
  const shownAtFocus: unknown[] = [];
  const focused = vi.spyOn(screen.getByLabelText("Heading of the home page"), "focus");
  focused.mockImplementation(function (this: HTMLElement) {
    shownAtFocus.push(this.closest<HTMLElement>(".home-editor")?.dataset.shown);
  });
  await refuse();
  await waitFor(() => expect(screen.getByRole("radio", { name: "Edit" })).toBeChecked());
  await waitFor(() => expect(shownAtFocus.at(-1)).toBe("edit"));
});

test("the frame gets the draft when its page has started and with each edit", async () => {
  const post = vi.fn();
  const page = { postMessage: post } as unknown as Window;
  vi.spyOn(HTMLIFrameElement.prototype, "contentWindow", "get").mockReturnValue(page);
  const { rerender } = render(<HomePreview draft={{ tagline: "One" }} />);
  const frame = screen.getByTitle("Your home page with these changes");
  expect(frame.getAttribute("src")).toBe("/?preview");
  post.mockClear();
  const started = (source: Window) =>
    act(() => void window.dispatchEvent(new MessageEvent("message", { source, data: "ready" })));
  started(window);
  expect(post, "another window").not.toHaveBeenCalled();
  started(page);
  expect(post.mock.lastCall).toEqual([{ tagline: "One" }, window.location.origin]);
  rerender(<HomePreview draft={{ tagline: "Two" }} />);
  expect(post.mock.lastCall?.[0]).toEqual({ tagline: "Two" });
});
