import { api, send, unwrap } from "../../../api/client.ts";
import { privateQuery } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";
import { fetchImport, typeOf } from "../../catalogue/import/import-queries.ts";

/** The keys of the queries that show former orders. */
const FORMER_ORDERS = [["users"], ["former-orders"]];

/** The file as it is. The server knows its encoding. */
const fileBody = (file: File) => ({
  body: "",
  bodySerializer: () => file,
  headers: { "content-type": typeOf(file) },
  fetch: fetchImport,
});

export const useCheckCustomers = () =>
  useChange((file: File) => unwrap(api.POST("/customer-imports/check", fileBody(file))));

export const useImportCustomers = () =>
  useChange((file: File) => unwrap(api.POST("/customer-imports", fileBody(file))), ["users"]);

export const useCheckFormerOrders = () =>
  useChange((file: File) => unwrap(api.POST("/former-order-imports/check", fileBody(file))));

export const useImportFormerOrders = () =>
  useChange(
    (file: File) => unwrap(api.POST("/former-order-imports", fileBody(file))),
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
