import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * The server may write the first data of a public page into its shell, before the module script:
 *
 *   <script type="application/json" id="shell-data">{"queries":[{"key":[…],"data":…}]}</script>
 *
 * | page                  | key                                         | data                                                     |
 * |-----------------------|---------------------------------------------|----------------------------------------------------------|
 * | /, /home              | ["tools",{"sort":"newest","limit":6}]       | the array GET /api/tools?sort=newest&limit=6 answers     |
 * | /, /home              | ["reviews",{"sort":"newest","limit":3}]     | the array GET /api/reviews?sort=newest&limit=3 answers   |
 * | /tool (no query)      | ["tools","pages",{"sort":"newest"}]         | {"pages":[{"rows":[…],"total":30,"next":null}],"pageParams":[null]}; rows as GET /api/tools?sort=newest&limit=100, next is the cursor in Link |
 * | /allReview            | ["reviews","pages",{"sort":"newest"}]       | the same of GET /api/reviews?sort=newest&limit=100       |
 *
 * `<` inside the text must be written as `\u003c`. Keys are matched by value, the order of object members does not matter.
 * What is missing is simply asked for.
 */
interface PreloadedData {
  queries: { key: QueryKey; data: unknown }[];
}

export function loadPreloadedData(queryClient: QueryClient, root: ParentNode) {
  const text = root.querySelector("#shell-data")?.textContent;
  if (!text) return;
  const { queries } = JSON.parse(text) as PreloadedData;
  for (const { key, data } of queries) queryClient.setQueryData(key, data);
}
