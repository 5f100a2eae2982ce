import type { ApiClient, Shop } from "./shop.ts";

interface Route {
  path: string;
  allows: "anyone" | "signed-in" | "customer" | "staff" | "admin";
  heading: string | RegExp;
}

export const ROUTES: Route[] = [
  { path: "/", allows: "anyone", heading: "Gardening and Yard Care Tools" },
  { path: "/home", allows: "anyone", heading: "Gardening and Yard Care Tools" },
  { path: "/tool", allows: "anyone", heading: "All Tools" },
  { path: "/tool/:slug", allows: "anyone", heading: /./ },
  { path: "/blogs", allows: "anyone", heading: "Blogs" },
  { path: "/portfolio", allows: "anyone", heading: /\w+ \w+/ },
  { path: "/allReview", allows: "anyone", heading: "All Reviews" },
  { path: "/login", allows: "anyone", heading: "Login" },
  { path: "/signup", allows: "anyone", heading: "Sign Up" },
  { path: "/privacy", allows: "anyone", heading: "Privacy" },
  { path: "/terms", allows: "anyone", heading: "Terms of sale" },
  { path: "/returns", allows: "anyone", heading: "Returns" },
  { path: "/tools/:toolsId", allows: "signed-in", heading: /./ },
  { path: "/dashboard", allows: "signed-in", heading: "Users Profile" },
  { path: "/dashboard/account", allows: "signed-in", heading: "Account & security" },
  { path: "/dashboard/myOrders", allows: "customer", heading: "My Orders" },
  { path: "/dashboard/myOrders/:id/receipt", allows: "signed-in", heading: "Receipt" },
  { path: "/dashboard/review", allows: "signed-in", heading: "Review" },
  { path: "/dashboard/payment/:id", allows: "signed-in", heading: "Payment" },
  { path: "/dashboard/users", allows: "admin", heading: "Users" },
  { path: "/dashboard/manageReviews", allows: "admin", heading: "Manage Reviews" },
  { path: "/dashboard/addProduct", allows: "staff", heading: "Add Tool" },
  { path: "/dashboard/manageProduct", allows: "staff", heading: "Manage Tool" },
  { path: "/dashboard/manageOrders", allows: "staff", heading: "Manage Orders" },
  { path: "/dashboard/enterOrder", allows: "staff", heading: "Enter an order" },
  { path: "/dashboard/manageOrders/:id", allows: "staff", heading: /^Order/ },
  { path: "/dashboard/manageOrders/:id/slip", allows: "staff", heading: "Packing slip" },
  { path: "/dashboard/categories", allows: "admin", heading: "Categories" },
  { path: "/dashboard/importTools", allows: "admin", heading: "Import tools" },
  { path: "/dashboard/removedTools", allows: "admin", heading: "Removed tools" },
  { path: "/dashboard/books", allows: "admin", heading: "Books" },
  { path: "/dashboard/shop", allows: "admin", heading: "Shop settings" },
  { path: "/dashboard/settingsHistory", allows: "admin", heading: "Settings history" },
  { path: "/dashboard/audit", allows: "admin", heading: "Audit log" },
  { path: "/dashboard/keys", allows: "admin", heading: "API keys" },
  { path: "/dashboard/mails", allows: "admin", heading: "Undelivered e-mail" },
];

/** The routes with ids of a tool and of an order that the account placed. */
export async function routesWithIds(shop: Shop, api: ApiClient): Promise<Route[]> {
  const tool = await shop.toolAt(0);
  const order = await api.placeOrder(tool);
  return ROUTES.map((route) => ({
    ...route,
    path: route.path
      .replace(":toolsId", tool._id)
      .replace(":slug", tool.slug)
      .replace(":id", order._id),
  }));
}
