import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { makeQueryClient } from "../api/query-client.ts";
import { SessionProvider } from "../api/session/SessionProvider.tsx";
import { hasStoredToken } from "../api/session/token.ts";
import { isFirstRender } from "../first-render.ts";
import { PreloadPage } from "../ui/AppLink.tsx";
import { App } from "./App.tsx";
import { loadPreloadedData } from "./preloaded-data.ts";
import { loadPage, routes } from "./routes.tsx";

const queryClient = makeQueryClient();
loadPreloadedData(queryClient, document, window.location.pathname);

const preload = (path: string) => void loadPage(path, queryClient).catch(() => {});

// The first render waits for its page's code, because a spinner in its place would shift the layout.
// If the code does not load, rendering tries again and then shows an error.
// No top-level await: pages import from this chunk, so they would wait for each other forever.
void loadPage(window.location.pathname)
  .catch(() => {})
  .then(start);

function start() {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <PreloadPage value={preload}>
          <BrowserRouter>
            <SessionProvider hasToken={hasStoredToken()}>
              <App routes={routes} />
            </SessionProvider>
          </BrowserRouter>
        </PreloadPage>
      </QueryClientProvider>
    </StrictMode>
  );
  // The rendering is a transition, so that it does not block input when it takes long.
  startTransition(() => {
    if (isFirstRender()) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}
