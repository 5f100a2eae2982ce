import "./main.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { makeQueryClient } from "./api/query-client.ts";
import { SessionProvider } from "./api/session/SessionProvider.tsx";
import { hasStoredToken } from "./api/session/token.ts";
import { App } from "./app/App.tsx";
import { seedFromShell } from "./app/preloaded-data.ts";
import { loadPage } from "./app/routes.tsx";
import { PreloadPage } from "./ui/AppLink.tsx";
import { ShopOrigin } from "./ui/Picture.tsx";

const queryClient = makeQueryClient();
seedFromShell(queryClient, document);

const fetchAhead = (path: string) => void loadPage(path).catch(() => {});

// The first render waits for its page's code: a spinner that makes way for the page would move everything.
// When the code does not come, rendering asks once more and shows what can be done.
// No top-level await: pages import from this chunk and would wait for each other for ever.
void loadPage(window.location.pathname)
  .catch(() => {})
  .then(start);

function start() {
  const root = document.getElementById("root");
  if (!root) throw new Error("the shell has no #root");
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ShopOrigin value={window.location.origin}>
          <PreloadPage value={fetchAhead}>
            <BrowserRouter>
              <SessionProvider hinted={hasStoredToken()}>
                <App />
              </SessionProvider>
            </BrowserRouter>
          </PreloadPage>
        </ShopOrigin>
      </QueryClientProvider>
    </StrictMode>,
  );
}
