import { api, send, unwrap } from "../../../api/client.ts";
import { fileBody } from "../../../api/file-body.ts";
import { privateQuery } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";
import { fetchImport } from "../../catalogue/import/import-queries.ts";

/** The keys of the queries that show former orders. */
const FORMER_ORDERS = [["users"], ["former-orders"]];

const importBody = (file: File) => ({ ...fileBody(file), fetch: fetchImport });

export const useCheckCustomers = () =>
  useChange((file: File) => unwrap(api.POST("/customer-imports/check", importBody(file))));

export const useImportCustomers = () =>
  useChange((file: File) => unwrap(api.POST("/customer-imports", importBody(file))), ["users"]);

export const useCheckFormerOrders = () =>
  useChange((file: File) => unwrap(api.POST("/former-order-imports/check", importBody(file))));

export const useImportFormerOrders = () =>
  useChange(
    (file: File) => unwrap(api.POST("/former-order-imports", importBody(file))),
    FORMER_ORDERS,
  );

export const formerOrderImportsQuery = privateQuery(
  ["former-orders", "imports"],
  "/former-order-imports",
);

export const useDeleteFormerOrderImport = () =>
  useChange(
    (importedAt: string) =>
      send("DELETE /former-order-imports/{importedAt}", { path: { importedAt } }),
    FORMER_ORDERS,
  );
