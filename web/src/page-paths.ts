import { matchPath } from "react-router";
import { localAddress } from "./addresses.en.ts";
import { paths } from "./pages.ts";

/** The public page of a tool. */
export const toolPath = ({ slug }: { slug: string }) => `${paths.tools}/${slug}`;

export const categoryPath = ({ slug }: { slug: string }) => localAddress(`/category/${slug}`);

/** The public page of a blog post. */
export const postPath = ({ slug }: { slug: string }) => `${paths.blogs}/${slug}`;

export const purchasePath = (toolId: string) =>
  localAddress(`/tools/${encodeURIComponent(toolId)}`);

/** The id of the tool that a path of the purchase page is for. */
export const purchasedToolId = (path: string) =>
  matchPath(paths.purchase, path.split(/[?#]/)[0] ?? path)?.params.toolsId;

export const checkoutPath = paths.checkout;

/** What was bought at once, and its payment. */
export const placedPurchasePath = (id: string) =>
  localAddress(`/purchases/${encodeURIComponent(id)}`);

/** The same for a visitor without a login, in the browser that bought. */
const guestOrderPath = (id: string) => `${paths.guestOrder}#purchase=${id}`;

/** Where a purchase is paid and followed. */
export const boughtPath = (id: string, isGuest: boolean) =>
  isGuest ? guestOrderPath(id) : placedPurchasePath(id);

export const invoicePath = (id: string) => `${placedPurchasePath(id)}/invoice`;

export const creditNotePath = (id: string, number: number) =>
  `${placedPurchasePath(id)}/credit-notes/${number}`;

export const paymentPath = (orderId: string) =>
  localAddress(`/dashboard/payment/${encodeURIComponent(orderId)}`);

export const receiptPath = (orderId: string) =>
  `${paths.myOrders}/${encodeURIComponent(orderId)}/receipt`;

export const manageOrderPath = (orderId: string) =>
  `${paths.manageOrders}/${encodeURIComponent(orderId)}`;

export const customerPath = (userId: string) => `${paths.users}/${encodeURIComponent(userId)}`;

export const packingSlipPath = (orderId: string) => `${manageOrderPath(orderId)}/slip`;

/** Several slips are printed at once. Ids have no comma. */
export const packingSlipsPath = (orders: { _id: string }[]) =>
  packingSlipPath(orders.map(({ _id }) => _id).join(","));

export const emailTextsPath = (kind: string) => `${paths.emailTexts}/${encodeURIComponent(kind)}`;

export const webhookPath = (id: string) => `${paths.webhooks}/${encodeURIComponent(id)}`;

export const editPostPath = (postId: string) =>
  `${paths.managePosts}/${encodeURIComponent(postId)}`;

export const editToolPath = (toolId: string) =>
  `${paths.manageTools}/${encodeURIComponent(toolId)}`;

export const stockHistoryPath = (toolId: string) => `${editToolPath(toolId)}/stock`;

/** The form that leads this old address to a page. */
export const redirectPath = (path: string) => `${paths.redirects}?path=${encodeURIComponent(path)}`;
