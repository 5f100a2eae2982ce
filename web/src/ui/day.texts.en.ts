const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export const texts = {
  day: (year: string, month: number, day: number) => `${MONTHS[month - 1]} ${day}, ${year}`,
};
