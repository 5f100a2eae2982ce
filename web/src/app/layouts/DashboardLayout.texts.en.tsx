import type { ReactNode } from "react";
import type { WithheldReason } from "../../api/session/use-role.ts";

export const texts = {
  dashboard: "Dashboard",
  menu: "Dashboard menu",
  soundForOrders: "Sound for new orders",
  linksDidNotLoad: "Some links did not load.",
  testPayments: "Test payments: cards are not charged.",
  notOpen: "Your shop is not open yet.",
  backToSteps: "Back to the steps",
  noBackupSince: (date: ReactNode) => <>No backup has succeeded since {date}.</>,
  noBackup: "This shop has no backup yet.",
  logSaysWhy: "The shop’s log says why at “the nightly backup failed”.",
  setBackupFolder:
    "Set TROWEL_BACKUP_DIR on its server for one each night, or run “trowel backup” there.",
  withheld: {
    "weak password": {
      text: "You work in this shop, but your password is short or easy to guess.",
      link: "Choose a longer one to open your pages",
    },
    "no second factor": {
      text: "The owner and staff of this shop use two-step login.",
      link: "Turn it on to open your pages",
    },
  } satisfies Record<WithheldReason, { text: string; link: string }>,
  waiting: "to do",
};
