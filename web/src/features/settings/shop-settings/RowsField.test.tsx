import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import * as upload from "../../../api/upload-picture.ts";
import { type CellName, RowsField } from "./RowsField.tsx";

function Banners() {
  const [value, setValue] = useState("First |  |  | \nSecond |  |  | ");
  const banners = { label: "Your banners", row: "banner", max: 5, error: undefined } as const;
  const cells: CellName[] = ["title", "text", "link", "picture"];
  return (
    <>
      <RowsField {...banners} cells={cells} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

function startUpload() {
  let finish = (_: string) => {};
  vi.spyOn(upload, "uploadPicture").mockReturnValue(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  render(<Banners />);
  const file = new File(["x"], "a.png", { type: "image/png" });
  const user = userEvent.setup();
  return {
    user,
    choose: (row: number) => user.upload(screen.getByLabelText(`Picture of banner ${row}`), file),
    finish: () => finish("http://localhost/images/a.webp"),
  };
}

test("what is typed while a picture uploads stays", async () => {
  const { user, choose, finish } = startUpload();
  await choose(1);
  await user.type(screen.getByLabelText("Banner 1: Title"), " sale");
  finish();
  await expect.poll(() => screen.getByRole("status").textContent).toMatch("/images/a.webp");
  expect(screen.getByLabelText("Banner 1: Title")).toHaveValue("First sale");
});
