const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `Nov 20, 2026`, the day in UTC. Without Intl, which the engine that renders pages on the server does not have. */
export function dayText(at: string): string {
  const [year, month, day] = at.slice(0, 10).split("-");
  return `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
}
