import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client.ts";
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
    mutationFn: (profile: ProfileInput) => {
      const body = { email, ...profile };
      return unwrap(api.PUT("/profiles/{email}", { params: { path: { email } }, body }));
    },
    onSuccess: (_answer, profile) =>
      queryClient.setQueryData(profileQuery(email).queryKey, { email, ...profile }),
  });
}
