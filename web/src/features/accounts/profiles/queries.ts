import { useMutation, useQueryClient } from "@tanstack/react-query";
import { send } from "../../../api/client.ts";
import { profileQuery } from "../../../api/profile.ts";

interface ProfileInput {
  name: string;
  location: string;
  address: string;
  phone: string;
}

export function useSaveProfile(email: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (profile: ProfileInput) =>
      send("PUT /profiles/{email}", { path: { email }, body: { email, ...profile } }),
    onSuccess: (_answer, profile) =>
      queryClient.setQueryData(profileQuery(email).queryKey, { email, ...profile }),
  });
}
