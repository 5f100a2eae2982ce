import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import { CategoryField } from "./CategoryField.tsx";
import { EMPTY_DRAFT, type ToolDraft } from "./tool-draft.ts";

let answer: (response: Response) => void;

function Form({ category, onSave }: { category: string; onSave: (slug: string) => void }) {
  const { control, handleSubmit } = useForm<ToolDraft>({
    defaultValues: { ...EMPTY_DRAFT, category },
  });
  return (
    <form onSubmit={(event) => void handleSubmit((draft) => onSave(draft.category))(event)}>
      <CategoryField control={control} />
      <button type="submit">Save</button>
    </form>
  );
}

function open(category: string) {
  vi.spyOn(globalThis, "fetch").mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const onSave = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Form category={category} onSave={onSave} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onSave };
}

const select = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Category" });
const chosenText = () => select().selectedOptions[0]?.textContent;
const categories = () =>
  Response.json([
    { _id: "1", slug: "cutting", name: "Cutting" },
    { _id: "2", slug: "digging", name: "Digging" },
  ]);

test("the category of the tool stays chosen when the categories arrive after the form", async () => {
  const { user, onSave } = open("digging");
  expect(select()).toHaveValue("digging");
  answer(categories());
  await screen.findByRole("option", { name: "Digging" });
  expect(chosenText()).toBe("Digging");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(onSave).toHaveBeenLastCalledWith("digging");
});

test("the owner can choose no category", async () => {
  const { user, onSave } = open("digging");
  answer(categories());
  await screen.findByRole("option", { name: "Digging" });
  await user.selectOptions(select(), "None");
  expect(chosenText()).toBe("None");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(onSave).toHaveBeenLastCalledWith("");
});

test("a category that the list does not have is shown by its slug", async () => {
  open("heirlooms");
  answer(categories());
  await screen.findByRole("option", { name: "Digging" });
  expect(chosenText()).toBe("heirlooms");
});
