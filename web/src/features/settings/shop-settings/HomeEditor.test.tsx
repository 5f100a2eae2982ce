import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import firstValues from "../../../api/shop-defaults.json";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { HomeEditor } from "./HomeEditor.tsx";
import { HomePreview } from "./HomePreview.tsx";
import { SettingsFields } from "./SettingsFields.tsx";
import type { SettingsDraft } from "./settings-draft.ts";
import { SECTIONS } from "./settings-sections.ts";

function Form() {
  const form = useApiForm<SettingsDraft, unknown>({
    defaultValues: { ...firstValues, tagline: "Old" } as unknown as SettingsDraft,
    call: async () => {},
  });
  return (
    <MemoryRouter>
      <HomeEditor form={form}>
        <SettingsFields form={form} section={SECTIONS.home} />
      </HomeEditor>
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
  expect(button("Undo")).toBeDisabled();
  await user.type(screen.getByLabelText("Heading of the home page"), "er");
  const story = screen.getByRole("checkbox", { name: "Story" });
  await user.click(story);
  expect([heading(), story]).toEqual(["Older", expect.objectContaining({ checked: true })]);

  await user.click(button("Undo"));
  expect(story).not.toBeChecked();
  expect(heading()).toBe("Older");
  await user.click(button("Undo"));
  expect(heading()).toBe("Old");
  expect(button("Undo")).toBeDisabled();
  await user.click(button("Redo"));
  expect(heading()).toBe("Older");
  await user.click(button("Redo"));
  expect(story).toBeChecked();
  expect(button("Redo")).toBeDisabled();

  await user.click(button("Undo"));
  await user.click(screen.getByRole("checkbox", { name: "Favourites" }));
  expect(button("Redo"), "after another edit").toBeDisabled();
  await user.click(button("Reset"));
  expect(button("Undo"), "after a save").toBeDisabled();
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
