import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { RowActions } from "./MoreActions.tsx";

const action = (label: string) => ({ label, name: `${label} the rake`, onPress: vi.fn() });

test("a row has its first action beside a menu with the others, which closes before its action runs", async () => {
  const [edit, remove] = [action("Edit"), action("Delete")];
  render(<RowActions more="More for the rake" actions={[edit, remove]} />);
  const user = userEvent.setup();
  const menu = screen.getByRole("button", { name: "More for the rake" });
  const list = () => screen.getByRole("list");
  expect(list()).not.toHaveAttribute("data-open");

  await user.click(menu);
  expect(menu).toHaveAttribute("aria-expanded", "true");
  expect(list()).toHaveAttribute("data-open");
  remove.onPress.mockImplementation(() => expect(menu).toHaveFocus());
  await user.click(screen.getByRole("button", { name: "Delete the rake" }));
  expect(remove.onPress).toHaveBeenCalledOnce();
  expect(list()).not.toHaveAttribute("data-open");

  await user.click(screen.getByRole("button", { name: "Edit the rake" }));
  expect(edit.onPress).toHaveBeenCalledOnce();
});

test("one action has no menu", () => {
  render(
    <RowActions more="More for the rake" actions={[action("Edit")]}>
      Draft
    </RowActions>,
  );
  expect(screen.getAllByRole("button")).toHaveLength(1);
  expect(screen.getByText("Draft")).toBeVisible();
});

test("a pressed button keeps the focus when its text changes", async () => {
  const row = (label: string) => (
    <RowActions more="More for the rake" actions={[action("Edit"), action(label)]} />
  );
  const { rerender } = render(row("Make staff"));
  await userEvent.click(screen.getByRole("button", { name: "Make staff the rake" }));
  rerender(row("Take role away"));
  expect(screen.getByRole("button", { name: "Take role away the rake" })).toHaveFocus();
});
