import { api, unwrap } from "../../../api/client.ts";
import { useChange } from "../../../api/use-change.ts";
import { fetchImport, typeOf } from "../../catalogue/import/import-queries.ts";

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
    [["users"], ["former-orders"]],
  );
