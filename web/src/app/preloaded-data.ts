import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * The server may write the first data of a public page into index.html, before the module script:
 *
 *   <script type="application/json" id="shell-data">{"queries":[{"key":[…],"data":…}]}</script>
 *
 * | page                  | key                                   | data                                           |
 * |-----------------------|---------------------------------------|------------------------------------------------|
 * | /, /home              | ["tools",{"sort":"newest","limit":6}]   | the body of GET /tools?sort=newest&limit=6     |
 * | /, /home              | ["reviews",{"sort":"newest","limit":3}] | the body of GET /reviews?sort=newest&limit=3   |
 * | /, /home, not the demo | ["home-page"]                         | the body of GET /home-page                     |
 * | /, /home, counting    | ["shop-figures"]                        | the body of GET /shop-figures                  |
 * | /about, legal pages   | ["shop-settings"]                       | the body of GET /shop-settings                 |
 * | /tool                 | ["tools","pages",filters and sort]      | pages of GET /tools with them and limit=100    |
 * | /tool                 | ["tool-facets",filters]                 | the body of GET /tool-facets with them         |
 * | /tool                 | ["categories"]                          | the body of GET /categories                    |
 * | /tool/:slug           | ["tools","page",slug]                   | the body of GET /tool-pages/{slug}             |
 * | /tool/:slug, missing  | ["tools","page",":slug"]                | {"missing":404}, or 410 for a removed tool     |
 * | /category/:slug       | as /tool, with "category":slug          | as /tool                                       |
 * | /category, missing    | ["categories"]                          | the body of GET /categories                    |
 * | /blogs                | ["posts","pages",{}]                    | pages of GET /posts?limit=20                   |
 * | /blogs/:slug          | ["posts","page",slug]                   | the body of GET /post-pages/{slug}             |
 * | /blogs, missing       | ["posts","page",":slug"]                | null                                           |
 * | /allReview            | ["reviews","pages",{"sort":"newest"}]   | pages of GET /reviews?sort=newest&limit=100    |
 *
 * Pages are {"pages":[{"rows":[…],"total":30,"next":null}],"pageParams":[null]}; `next` is the cursor in Link.
 * A page of something missing is the same for all addresses, so it has `:slug` in place of the slug.
 * The calls of a French page have language=fr. The keys are the same, because a page has one language.
 * The server writes `<` as `\u003c`. The app requests whatever is missing.
 */
interface PreloadedData {
  queries: { key: QueryKey; data: unknown }[];
}

export function loadPreloadedData(queryClient: QueryClient, root: ParentNode, path: string) {
  const text = root.querySelector("#shell-data")?.textContent;
  if (!text) return;
  const { queries } = JSON.parse(text) as PreloadedData;
  const slug = path.split("/").at(-1) ?? "";
  for (const { key, data } of queries)
    queryClient.setQueryData(
      key.map((part) => (part === ":slug" ? decodeURIComponent(slug) : part)),
      data,
    );
}
