import { useQuery, useQueryClient } from "@tanstack/react-query";
import { toolFromLists } from "../../api/tool-lists.ts";
import { Picture } from "../../ui/Picture.tsx";
import { toolQuery } from "../catalogue/tool-query.ts";

const AN_HOUR = 3_600_000;

/**
 * Reads the tool of an order as it is now. The data is undefined while it loads, and if the shop no
 * longer sells the tool.
 */
export function useOrderedTool(toolId: string) {
  const queryClient = useQueryClient();
  return useQuery({
    ...toolQuery(toolId),
    placeholderData: () => toolFromLists(queryClient, toolId),
    // The order has its own name and price. Only the picture comes from here.
    staleTime: AN_HOUR,
  }).data;
}

/** A small picture of an ordered tool, or its empty plate. */
export const OrderedToolPicture = ({ toolId }: { toolId: string }) => (
  <SmallPicture src={useOrderedTool(toolId)?.img} />
);

const SmallPicture = ({ src }: { src: string | undefined }) => (
  <span className="block aspect-[7/9] w-11 shrink-0 self-start overflow-hidden bg-plate">
    {src && <Picture src={src} alt="" sizes="44px" />}
  </span>
);
