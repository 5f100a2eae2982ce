import "./logo.css";

export function Logo() {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="mark max-[22.5rem]:hidden" />
      <span className="font-display text-[1.75rem] leading-none font-semibold tracking-tight">
        Trowel
      </span>
    </span>
  );
}
