import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import { errorMessage } from "../../../api/error-messages.ts";
import { useSession } from "../../../api/session/SessionProvider.tsx";
import { useRole } from "../../../api/session/use-role.ts";
import { hasPart, useShop } from "../../../api/shop.ts";
import { language } from "../../../language.en.ts";
import type { Page } from "../../../page.ts";
import { categoryPath } from "../../../page-paths.ts";
import { hasOwnDocument, isDashboardPath, pages, paths } from "../../../pages.ts";
import { sidebarLinks } from "../../../sidebar.ts";
import { AppLink, AppNavLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CloseIcon, MenuIcon, SearchIcon } from "../../../ui/icons.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { BasketLink } from "./BasketLink.tsx";
import { Logo } from "./Logo.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import { texts } from "./texts.en.ts";

interface Item {
  to: string;
  text: string;
  isSection?: boolean;
  className?: string;
  children?: ReactNode;
}

/** All Tools is in the menu where little room is. French words are longer. */
const NARROW =
  language.code === "fr"
    ? { link: "@max-[26rem]:hidden", item: "@max-[26rem]:block" }
    : { link: "@max-[21rem]:hidden", item: "@max-[21rem]:block" };

const hasSearch = (pathname: string) =>
  pathname === paths.tools ||
  pathname.startsWith(categoryPath({ slug: "" })) ||
  isDashboardPath(pathname);

const PARTS: Page[] = [pages.blogs, pages.portfolio, pages.about];

export function SiteHeader() {
  const { state } = useSession();
  const shop = useShop();
  const { name } = shop;
  const location = useLocation();
  // The menu is open at one location only, so that navigation closes it.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === location.key;
  const menuId = useId();
  const menuButton = useRef<HTMLButtonElement>(null);

  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !open) return;
    setOpenAt(undefined);
    menuButton.current?.focus();
  };

  return (
    <header className="@container print:hidden sticky top-0 z-40 noscript:static border-b border-rule bg-base-100">
      {/* With large text the links are below the name, which takes 4 rem at least, and All Tools is in the menu. */}
      <div className="measure flex min-h-(--header) flex-wrap items-center gap-y-1 py-1 sm:gap-x-4 noscript:py-2">
        <div className="flex min-w-0 flex-[1_1_4rem]">
          <AppLink to={paths.home} className="min-w-0" aria-label={texts.homeOf(name)}>
            <Logo />
          </AppLink>
        </div>
        {/* Lists of tools and the dashboard have searches of their own. */}
        {!hasSearch(location.pathname) && <HeaderSearch key={location.pathname} />}
        <BasketLink />
        <nav
          aria-label={texts.mainMenu}
          className="flex max-w-full flex-wrap items-center gap-x-0.5 sm:gap-x-2 lg:gap-x-7 noscript:gap-x-4"
          onKeyDown={closeOnEscape}
        >
          {/* Outside the menu on small screens, and inside the list on large ones. */}
          <AppLink
            to={paths.tools}
            className={`py-2.5 text-[0.9375rem] sm:mr-2 whitespace-nowrap underline-offset-8 hover:underline lg:hidden ${NARROW.link}`}
          >
            {texts.allToolsShort}
          </AppLink>
          <ul
            id={menuId}
            className={`${open ? "flex" : "hidden"} absolute inset-x-0 top-full max-h-[calc(100dvh-var(--header))] flex-col overflow-y-auto border-b border-rule bg-base-100 px-[clamp(1rem,4vw,2.5rem)] py-3 lg:static lg:flex lg:max-h-none lg:flex-row lg:overflow-visible lg:gap-7 lg:border-0 lg:p-0 noscript:static noscript:flex noscript:flex-row noscript:gap-x-4 noscript:border-0 noscript:p-0`}
          >
            <NavItem to={paths.home} text={texts.home} />
            <NavItem
              to={paths.tools}
              text={texts.allTools}
              className={`max-lg:hidden ${NARROW.item}`}
            />
            {PARTS.map(
              ({ path, title = "", part = "" }) =>
                hasPart(shop, part) && <NavItem key={path} to={path} text={title} />,
            )}
            {state.status === "signed-in" && (
              <NavItem to={paths.dashboard} text={texts.dashboard} isSection>
                {open && <DashboardItems />}
              </NavItem>
            )}
            <li className="py-1 min-[26rem]:hidden noscript:hidden">
              <ThemeSwitch withText />
            </li>
          </ul>
          <Account />
          <span className="max-[26rem]:hidden noscript:hidden">
            <ThemeSwitch />
          </span>
          <Button
            ref={menuButton}
            variant="quiet"
            small
            className="px-1.5 sm:px-2 lg:hidden noscript:hidden"
            aria-label={texts.menu}
            aria-expanded={open}
            aria-controls={menuId}
            onClick={() => setOpenAt(open ? undefined : location.key)}
          >
            {open ? <CloseIcon /> : <MenuIcon />}
          </Button>
        </nav>
      </div>
    </header>
  );
}

/** Leads to All Tools. On phones a button opens it below the header. Without JavaScript the browser sends the form. */
function HeaderSearch() {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const toggle = () => {
    flushSync(() => setOpen(!open));
    field.current?.focus();
  };
  const search = (event: FormEvent<HTMLFormElement>) => {
    if (hasOwnDocument(window.location.pathname)) return;
    event.preventDefault();
    const q = field.current?.value.trim();
    void navigate(paths.tools + (q ? `?q=${encodeURIComponent(q)}` : ""));
  };
  return (
    <>
      <Button
        variant="quiet"
        small
        className="px-1.5 md:hidden noscript:hidden"
        aria-label={texts.search}
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
      >
        <SearchIcon />
      </Button>
      <form
        id={id}
        role="search"
        action={paths.tools}
        data-open={open || undefined}
        className="site-search noscript:flex"
        onSubmit={search}
      >
        <input
          ref={field}
          type="search"
          name="q"
          className="input"
          aria-label={texts.searchTools}
          placeholder={texts.searchTools}
          autoComplete="off"
          maxLength={200}
        />
        <button type="submit" aria-label={texts.searchTools}>
          <SearchIcon />
        </button>
      </form>
    </>
  );
}

function NavItem({ text, className, children, ...link }: Item) {
  return (
    <li className={className}>
      <AppNavLink
        {...link}
        className="block py-2.5 underline-offset-8 hover:underline aria-[current]:font-semibold aria-[current]:underline lg:py-1"
      >
        {text}
      </AppNavLink>
      {children}
    </li>
  );
}

/** The pages of the dashboard, in the menu of small screens. */
function DashboardItems() {
  const { data: role } = useRole();
  return (
    <ul className="mb-2 border-l border-rule-strong pl-4 lg:hidden">
      {sidebarLinks(role).map((link) => (
        <NavItem key={link.to} {...link} />
      ))}
    </ul>
  );
}

function Account() {
  const { state, signOut } = useSession();
  const [isSigningOut, setIsSigningOut] = useState(false);

  if (state.status === "signed-in") {
    const leave = async () => {
      setIsSigningOut(true);
      try {
        await signOut();
      } catch (error) {
        showToast("error", texts.stillLoggedIn(errorMessage(error)));
      } finally {
        setIsSigningOut(false);
      }
    };
    return (
      <Button
        variant="outline"
        small
        busy={isSigningOut}
        // The button is as quiet on phones as the link beside it.
        className="max-sm:border-transparent! max-sm:px-1! max-sm:font-normal! min-[24.375rem]:max-sm:ml-1.5"
        onClick={() => void leave()}
      >
        {texts.signOut}
      </Button>
    );
  }
  // The style sheet hides it while the session loads.
  return (
    <AppLink
      to={paths.login}
      className="login-link btn btn-primary btn-sm max-sm:px-2.5 min-[24rem]:max-sm:ml-1.5"
    >
      {texts.login}
    </AppLink>
  );
}
