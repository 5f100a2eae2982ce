import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** A mutation. After it, also if it fails, the queries run again whose keys begin with one of `then`. */
export function useChange<Given = void, Answer = unknown>(
  change: (given: Given) => Promise<Answer>,
  then: (string | QueryKey)[] = [],
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        then.map((key) =>
          queryClient.invalidateQueries({ queryKey: typeof key === "string" ? [key] : key }),
        ),
      ),
  });
}
