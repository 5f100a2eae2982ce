export type DownloadName = "payments" | "refunds" | "orders" | "purchases";

/** The texts of all parts that download files. */
export const texts = {
  downloadFiles: "Download files",
  aboutFiles:
    "Files for a spreadsheet. Leave the days empty to download everything. Days are in the shop’s time zone.",
  firstDay: "First day",
  lastDay: "Last day",
  lastMonth: "Last month",
  files: {
    payments: "Payments",
    refunds: "Refunds",
    orders: "Orders",
    purchases: "Purchases",
  } satisfies Record<DownloadName, string>,
  downloads: {
    payments: "Download payments",
    refunds: "Download refunds",
    orders: "Download orders",
    purchases: "Download purchases",
  } satisfies Record<DownloadName, string>,
  download: "Download",
  format: "Format",
  aboutFormats: "Excel files open in every spreadsheet. CSV is for other programs.",
};
