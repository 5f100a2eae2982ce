import { useMutation, useQueryClient } from "@tanstack/react-query";
import { send } from "../../../api/client.ts";

interface Draft {
  name: string;
  email: string;
  review: string;
  rating: number;
  toolId?: string;
}

export function useSendReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Draft) => send("POST /reviews", { body }),
    // The review does not wait for the lists, because it is sent even if they cannot be read again.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["reviews"] }),
  });
}
