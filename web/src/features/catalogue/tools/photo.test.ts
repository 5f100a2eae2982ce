import { expect, test, vi } from "vitest";
import { preparePhoto } from "./photo.ts";

test("a photo that could not be read is read again on the next call", async () => {
  const read = vi.fn().mockRejectedValue(new Error("no room"));
  vi.stubGlobal("createImageBitmap", read);
  const file = new File(["?"], "fern.jpg");
  const [first, same] = [preparePhoto(file), preparePhoto(file)];
  await expect(first).rejects.toThrow(/is not a picture that we can read/);
  await expect(same).rejects.toThrow();
  expect(read).toHaveBeenCalledTimes(1);
  await expect(preparePhoto(file)).rejects.toThrow();
  expect(read).toHaveBeenCalledTimes(2);
});
