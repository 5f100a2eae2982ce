export function Logo() {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="mark max-[22.5rem]:hidden" />
      <span className="font-display text-[1.75rem] leading-none max-[22.5rem]:text-2xl font-semibold tracking-tight">
        Trowel
      </span>
    </span>
  );
}
