import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "../../api/client.ts";
import { profileQuery } from "../../api/profile.ts";

interface TypedProfile {
  name: string;
  location: string;
  address: string;
  phone: string;
}

export function useSaveProfile(email: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (profile: TypedProfile) => {
      const body = { email, ...profile };
      return answer(api.PUT("/profiles/{email}", { params: { path: { email } }, body }));
    },
    onSuccess: (_answer, profile) =>
      queryClient.setQueryData(profileQuery(email).queryKey, { email, ...profile }),
  });
}
