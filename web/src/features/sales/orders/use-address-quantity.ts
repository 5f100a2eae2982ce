import { useLocation, useNavigate } from "react-router";

/** More characters than any quantity. */
const MAX_LENGTH = 12;

/** The quantity as typed, in the address of a tool's page and of its purchase page. A login keeps the address. */
export function useAddressQuantity() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return {
    quantity: new URLSearchParams(search).get("quantity")?.trim().slice(0, MAX_LENGTH) || undefined,
    /** An empty one is left out. */
    setQuantity: (typed: string) => {
      const params = new URLSearchParams(window.location.search);
      params.delete("quantity");
      const text = typed.trim().slice(0, MAX_LENGTH);
      if (text) params.set("quantity", text);
      void navigate({ search: `${params}` }, { replace: true });
    },
  };
}
