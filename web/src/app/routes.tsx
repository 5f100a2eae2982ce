import { matchRoutes, type RouteObject } from "react-router";
import { paths } from "../pages.ts";
import { ShopLayout } from "./layouts/ShopLayout.tsx";
import { type Page, PageView, page } from "./lazy-page.tsx";

const home = page(() => import("../features/home/HomePage.tsx"));

// Visitors of public pages need none of these.
const dashboard = page(() => import("./layouts/DashboardLayout.tsx"));
const guards = () => import("./guards.tsx");
const signedInOnly = page(async () => ({ default: (await guards()).SignedInOnly }));
const customersOnly = page(async () => ({ default: (await guards()).CustomersOnly }));
const adminsOnly = page(async () => ({ default: (await guards()).AdminsOnly }));

const around = (page: Page) => ({ element: <PageView page={page} />, handle: page });

const screen = (path: string, page: Page): RouteObject => ({ path, ...around(page) });

/** The specification's table of screens, in its order. */
export const routes: RouteObject[] = [
  {
    element: <ShopLayout />,
    children: [
      screen(paths.home, home),
      screen(paths.homeByName, home),
      screen(
        paths.tools,
        page(() => import("../features/catalogue/ToolsPage.tsx")),
      ),
      screen(
        paths.blogs,
        page(() => import("../features/site/BlogsPage.tsx")),
      ),
      screen(
        paths.portfolio,
        page(() => import("../features/site/PortfolioPage.tsx")),
      ),
      screen(
        paths.reviews,
        page(() => import("../features/reviews/AllReviewsPage.tsx")),
      ),
      screen(
        paths.login,
        page(() => import("../features/identity/LoginPage.tsx")),
      ),
      screen(
        paths.signup,
        page(() => import("../features/identity/SignUpPage.tsx")),
      ),
      screen(
        paths.finish,
        page(() => import("../features/identity/CompleteProfilePage.tsx")),
      ),
      screen(
        paths.resetPassword,
        page(() => import("../features/identity/ResetPasswordPage.tsx")),
      ),
      screen(
        paths.verifyEmail,
        page(() => import("../features/identity/VerifyEmailPage.tsx")),
      ),
      {
        ...around(signedInOnly),
        children: [
          screen(
            paths.purchase,
            page(() => import("../features/orders/PurchasePage.tsx")),
          ),
          {
            ...around(dashboard),
            children: [
              screen(
                paths.dashboard,
                page(() => import("../features/profiles/ProfilePage.tsx")),
              ),
              screen(
                paths.account,
                page(() => import("../features/identity/account/AccountPage.tsx")),
              ),
              {
                ...around(customersOnly),
                children: [
                  screen(
                    paths.myOrders,
                    page(() => import("../features/orders/MyOrdersPage.tsx")),
                  ),
                ],
              },
              screen(
                paths.review,
                page(() => import("../features/reviews/ReviewPage.tsx")),
              ),
              screen(
                paths.payment,
                page(() => import("../features/payments/PaymentPage.tsx")),
              ),
              {
                ...around(adminsOnly),
                children: [
                  screen(
                    paths.users,
                    page(() => import("../features/users/UsersPage.tsx")),
                  ),
                  screen(
                    paths.addTool,
                    page(() => import("../features/catalogue/AddToolPage.tsx")),
                  ),
                  screen(
                    paths.manageTools,
                    page(() => import("../features/catalogue/ManageToolsPage.tsx")),
                  ),
                  screen(
                    paths.editTool,
                    page(() => import("../features/catalogue/EditToolPage.tsx")),
                  ),
                  screen(
                    paths.manageOrders,
                    page(() => import("../features/orders/ManageOrdersPage.tsx")),
                  ),
                  screen(
                    paths.books,
                    page(() => import("../features/reconciliation/ReconciliationPage.tsx")),
                  ),
                  screen(
                    paths.mails,
                    page(() => import("../features/undelivered-email/UndeliveredEmailPage.tsx")),
                  ),
                ],
              },
            ],
          },
        ],
      },
      screen(
        "*",
        page(() => import("../features/site/NotFoundPage.tsx")),
      ),
    ],
  },
];

/** Fetches the code of the page behind a path. */
export async function loadPage(path: string): Promise<void> {
  const matches = matchRoutes(routes, { pathname: path.split(/[?#]/)[0] ?? path }) ?? [];
  await Promise.all(
    matches.map(({ route }) => (route.handle as Partial<Page> | undefined)?.load?.()),
  );
}
