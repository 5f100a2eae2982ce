import { useQuery } from "@tanstack/react-query";
import { configQuery } from "./config.ts";

/** Whether the shop sends e-mails, so that a text may promise one. */
export const useSendsEmail = () => useQuery(configQuery).data?.sendsEmail !== false;
