import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { CropDialog } from "./CropDialog.tsx";

const onCrop = vi.fn();
const onClose = vi.fn();
const context = { fillRect: () => {}, drawImage: vi.fn() };

beforeEach(() => {
  for (const mock of [onCrop, onClose, context.drawImage]) mock.mockReset();
  const picture = { width: 700, height: 900, close: () => {} };
  vi.stubGlobal("createImageBitmap", vi.fn().mockResolvedValue(picture));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
});

function open() {
  const photo = new File(["?"], "fern.jpg");
  render(<CropDialog photo={photo} onCrop={onCrop} onClose={onClose} />);
  return userEvent.setup();
}

test("a canvas without memory is told, and the next press tries again", async () => {
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, "toBlob");
  toBlob.mockImplementationOnce((done) => done(null));
  toBlob.mockImplementationOnce((done) => done(new Blob(["!"])));
  const user = open();
  await screen.findByLabelText("Zoom");
  await user.click(screen.getByRole("button", { name: "Use this part" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("This photo is too large.");
  expect([onCrop, onClose].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  await user.click(screen.getByRole("button", { name: "Use this part" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onCrop).toHaveBeenCalledOnce();
});

test("a picture that cannot be read is told, and the dialog stays", async () => {
  vi.mocked(createImageBitmap).mockRejectedValue(new Error("no picture"));
  open();
  expect(await screen.findByText(/is not a picture that we can read/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test("a picture that cannot be drawn is told, and the page stays", async () => {
  vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
  open();
  expect(await screen.findByText(/is too large for your browser/)).toBeVisible();
});
