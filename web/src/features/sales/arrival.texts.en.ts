export const texts = {
  arrives: (days: string) => `Arrives ${days}`,
  arrivesAt: (days: string, street: string) => `Arrives ${days} at ${street}`,
  ready: (days: string) => `Ready ${days}`,
  readyAt: (days: string, street: string) => `Ready ${days} at ${street}`,
};
