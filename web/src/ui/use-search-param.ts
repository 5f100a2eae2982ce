import { useLocation, useNavigate } from "react-router";

/** A part of the address as state: what a link should carry and Back should find. An empty one is left out. */
export function useSearchParam(name: string) {
  const { search } = useLocation();
  const navigate = useNavigate();

  const set = (value: string, options?: { replace: boolean }) => {
    // Read when it happens: what is rendered may lag behind the last change.
    const parameters = new URLSearchParams(window.location.search);
    if (value) parameters.set(name, value);
    else parameters.delete(name);
    void navigate({ search: parameters.toString() }, options);
  };
  return [new URLSearchParams(search).get(name) ?? "", set] as const;
}
