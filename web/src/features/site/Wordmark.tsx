export function Wordmark() {
  return (
    <span className="flex items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 32 32" width="30" height="30" className="shrink-0">
        <g transform="rotate(45 16 16)">
          <path
            className="fill-accent"
            d="M14 1.5h4a1.2 1.2 0 0 1 1.2 1.2V9h-6.4V2.7A1.2 1.2 0 0 1 14 1.5z"
          />
          <path className="fill-base-content" d="M15 9h2v5h-2z" />
          <path
            className="fill-primary"
            d="M10.5 13.5h11v7.5c0 4.5-3 8-5.5 10-2.5-2-5.5-5.5-5.5-10z"
          />
          <path className="fill-base-100" d="M15.6 15.5h.8v11h-.8z" />
        </g>
      </svg>
      <span className="font-display text-[1.75rem] leading-none font-semibold tracking-tight">
        Trowel
      </span>
    </span>
  );
}
