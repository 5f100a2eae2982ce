import {
  infiniteQueryOptions,
  type keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { type Answer, type Call, type Input, request, send, unwrapPage } from "./client.ts";

type GetPath = Call extends infer C ? (C extends `GET ${infer Path}` ? Path : never) : never;
type InputOf<Path extends GetPath> = Input<`GET ${Path}`>;
type AnswerOf<Path extends GetPath> = Answer<`GET ${Path}`>;
type RowOf<Path extends GetPath> = AnswerOf<Path> extends (infer Row)[] ? Row : never;

interface Options {
  meta?: { private: true };
  placeholderData?: typeof keepPreviousData | undefined;
  refetchInterval?: number;
  refetchOnWindowFocus?: "always" | false;
  staleTime?: number;
}

type QueryOptions<Path extends GetPath> = Options &
  Pick<UseQueryOptions<AnswerOf<Path>>, "enabled" | "gcTime">;

/** The input may be missing if nothing in it is required. */
type InputAndOptions<Path extends GetPath> =
  object extends InputOf<Path>
    ? [input?: InputOf<Path>, options?: QueryOptions<Path>]
    : [input: InputOf<Path>, options?: QueryOptions<Path>];

/** An option of queries that leave the cache at the end of the session. */
export const PRIVATE = { meta: { private: true } } as const;

/** A query of one GET. */
export const query = <Path extends GetPath>(
  queryKey: QueryKey,
  path: Path,
  ...[input, options]: InputAndOptions<Path>
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => send(`GET ${path}`, { ...input, signal } as never),
    ...options,
  });

export const privateQuery = <Path extends GetPath>(...args: Parameters<typeof query<Path>>) => ({
  ...query<Path>(...args),
  ...PRIVATE,
});

/** A query of a list in pages. */
export const pagesQuery = <Path extends GetPath>(
  queryKey: QueryKey,
  path: Path,
  { query, ...input }: InputOf<Path>,
  { cursor = null, ...options }: Options & { cursor?: string | null } = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const page = { ...query, cursor: pageParam ?? undefined };
      const call = request(`GET ${path}`, { ...input, query: page, signal } as never);
      return unwrapPage<RowOf<Path>>(call as never);
    },
    initialPageParam: cursor as string | null,
    getNextPageParam: (last) => last.next,
    ...options,
  });
