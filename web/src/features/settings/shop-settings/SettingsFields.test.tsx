import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../../../api/errors.ts";
import firstValues from "../../../api/shop-defaults.json";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { NO_FRENCH } from "./french.test-texts.ts";
import { movedUp, rowsText, switched, typedRows } from "./rows.ts";
import { SettingsFields } from "./SettingsFields.tsx";
import type { SettingsDraft } from "./settings-draft.ts";
import { SECTIONS } from "./settings-sections.ts";

const user = userEvent.setup();
let sent: SettingsDraft;
let fails: ApiError | undefined;

beforeEach(() => {
  fails = undefined;
});

function Form({ values }: { values: Partial<SettingsDraft> }) {
  const form = useApiForm<SettingsDraft, unknown>({
    defaultValues: { ...firstValues, french: NO_FRENCH, ...values } as SettingsDraft,
    call: async (typed) => {
      if (fails) throw fails;
      sent = typed;
    },
  });
  return (
    <MemoryRouter>
      <form noValidate onSubmit={form.submit}>
        <SettingsFields form={form} section={SECTIONS.home} />
        <button type="submit">Save</button>
      </form>
    </MemoryRouter>
  );
}

const open = (values: Partial<SettingsDraft>) => render(<Form values={values} />);
const save = () => user.click(screen.getByRole("button", { name: "Save" }));
const section = (name: string) => screen.getByRole("checkbox", { name });

test("a section is switched on at its place, and its texts appear", async () => {
  open({ homeSections: "banner reviews contact", siteParts: "" });
  expect(screen.queryByLabelText("Heading of How we sell")).toBeNull();
  await user.click(section("How we sell"));
  await user.click(section("Banners"));
  await user.click(section("My Portfolio (a sample)"));
  await user.clear(screen.getByLabelText("Heading of How we sell"));
  await user.type(screen.getByLabelText("Heading of How we sell"), "One by one");
  await save();
  expect(sent.homeSections).toBe("sell reviews contact");
  expect([sent.siteParts, sent.sellTitle]).toEqual(["portfolio", "One by one"]);
});

test("the owner orders the sections that the specification leaves open", async () => {
  open({ homeSections: "banner summary sell reviews contact" });
  expect(screen.queryByRole("button", { name: "Up: How we sell" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Up: Hours, place and contact" }));
  await user.click(screen.getByRole("button", { name: "Up: Hours, place and contact" }));
  expect(screen.queryByRole("button", { name: "Up: Hours, place and contact" })).toBeNull();
  await save();
  expect(sent.homeSections).toBe("banner summary contact sell reviews");
});

test("rows are added, typed with spaces, ordered and removed", async () => {
  open({ homeSections: "sell", sellSteps: "Order | Online\nWait | A day" });
  const list = within(screen.getByRole("group", { name: "Steps" }));
  await user.click(list.getByRole("button", { name: "Add a step" }));
  await user.type(list.getByLabelText("Step 3: Title"), "Dig in | peace");
  await user.type(list.getByLabelText("Step 3: Text"), "Mind the worms");
  await user.click(list.getByRole("button", { name: "Up: step 3" }));
  await user.click(list.getByRole("button", { name: "Remove step 1" }));
  await save();
  expect(sent.sellSteps).toBe("Dig in / peace | Mind the worms\nWait | A day");
});

test("the server’s error stands at its list and goes with the next change", async () => {
  const detail = "Please give each line a title.";
  const errors = [{ field: "sellSteps", detail }];
  fails = ApiError.from({ status: 422 }, { code: "invalid_field", errors });
  open({ homeSections: "sell", sellSteps: " | Online" });
  await save();
  const list = within(screen.getByRole("group", { name: "Steps" }));
  expect(await list.findByText("Please give each line a title.")).toBeVisible();
  await user.type(list.getByLabelText("Step 1: Title"), "O");
  expect(list.queryByText("Please give each line a title.")).toBeNull();
});

test("rows in French begin with the English ones", async () => {
  open({ homeSections: "sell", sellSteps: "Order | Online" });
  const list = within(screen.getByRole("group", { name: "Steps in French" }));
  expect(list.getByText("French is missing")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Copy the English rows: Steps in French" }));
  expect(list.queryByText("French is missing")).toBeNull();
  await user.clear(list.getByLabelText("Step 1: Title in French"));
  await user.type(list.getByLabelText("Step 1: Title in French"), "Commander");
  await save();
  expect(sent.french.sellSteps).toBe("Commander | Online");
  expect(sent.sellSteps).toBe("Order | Online");
});

test("lists as texts", () => {
  expect(typedRows("")).toEqual([]);
  for (const rows of [
    [
      ["a ", "", " c"],
      ["", "b"],
    ],
    [["", "", ""]],
  ])
    expect(typedRows(rowsText(rows))).toEqual(rows);
  expect(rowsText([["a|b", "one\n two"]])).toBe("a/b | one two");
  expect(movedUp(["a", "b", "c"], 2)).toEqual(["a", "c", "b"]);
  expect(switched("c a", "b", true, ["a", "b", "c"])).toBe("b c a");
  expect(switched("", "b", true, ["a", "b"])).toBe("b");
  expect(switched("a b", "a", false, ["a", "b"])).toBe("b");
});
