import { ApiError } from "./errors.ts";
import type { components } from "./schema.gen.ts";

export type Progress = components["schemas"]["Progress"];

interface Line<Result> {
  progress?: Progress;
  result?: Result;
  problem?: components["schemas"]["Problem"];
}

/** The media type of a response that reports its progress. */
export const PROGRESS_TYPE = "application/x-ndjson";

/** Reads such a response until its result. */
export async function readProgress<Result>(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  onProgress: (progress: Progress) => void,
): Promise<Result> {
  if (!body) throw ApiError.unreachable("the response has no body");
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw ApiError.unreachable(cause);
    });
    if (done) throw ApiError.unreachable("the response ended before its result");
    const lines = (text + value).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const { progress, result, problem } = JSON.parse(line) as Line<Result>;
      if (problem) throw ApiError.from(problem, problem);
      if (result) return result;
      if (progress) onProgress(progress);
    }
  }
}
