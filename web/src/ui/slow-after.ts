/** After this time in milliseconds a page says that loading takes longer than usual. slow-start.js has it, too. */
export const SLOW_AFTER = 10_000;
