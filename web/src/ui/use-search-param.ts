import { useLocation, useNavigate } from "react-router";

/** State in the address, so that links contain it and Back restores it. Empty values are left out. */
export function useSearchParam(name: string) {
  const { search } = useLocation();
  const navigate = useNavigate();

  const set = (value: string, options?: { replace: boolean }) => {
    // The address is read at the time of the change, because the rendered value can be behind.
    const parameters = new URLSearchParams(window.location.search);
    if (value) parameters.set(name, value);
    else parameters.delete(name);
    void navigate({ search: parameters.toString() }, options);
  };
  return [new URLSearchParams(search).get(name) ?? "", set] as const;
}
