import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client.ts";

interface Draft {
  name: string;
  email: string;
  review: string;
  rating: number;
}

export function useSendReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Draft) => unwrap(api.POST("/reviews", { body })),
    // Not waited for: the review is sent, whether the lists can be read again or not.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["reviews"] }),
  });
}
