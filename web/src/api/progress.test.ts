import { expect, test, vi } from "vitest";
import { ApiError } from "./errors.ts";
import { readProgress } from "./progress.ts";

const streamOf = (...parts: string[]) =>
  new Blob(parts).stream().pipeThrough(
    // A network may cut the stream like this.
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(bytes, controller) {
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
      },
    }),
  );

test("every number is reported before the result", async () => {
  const onProgress = vi.fn();
  const lines = streamOf(
    '{"progress":{"done":0,"total":20}}\n{"progress":{"done":7,"total":20}}\n',
    '{"result":{"name":"Râteau"}}\n',
  );
  expect(await readProgress(lines, onProgress)).toEqual({ name: "Râteau" });
  expect(onProgress.mock.calls).toEqual([[{ done: 0, total: 20 }], [{ done: 7, total: 20 }]]);
});

test("a problem on the last line is an error with its status and sentence", async () => {
  const lines = streamOf(
    '{"progress":{"done":0,"total":2}}\n',
    '{"problem":{"status":409,"code":"name_taken","detail":"Another tool has this name."}}\n',
  );
  await expect(readProgress(lines, () => {})).rejects.toMatchObject({
    status: 409,
    code: "name_taken",
    message: "Another tool has this name.",
  });
});

test("a connection that ends before the result says that the shop could not be reached", async () => {
  const cut = readProgress(streamOf('{"progress":{"done":0,"total":2}}\n{"resu'), () => {});
  await expect(cut).rejects.toMatchObject({ status: 0, code: "unreachable" });
  await expect(cut).rejects.toBeInstanceOf(ApiError);
});
