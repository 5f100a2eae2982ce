import { parseCount, parsePrice } from "../amounts.ts";
import { ToolCard } from "../ToolCard.tsx";
import type { ToolDraft } from "./tool-draft.ts";
import { texts } from "./tool-form.texts.en.ts";
import { usePreparedPhoto } from "./use-prepared-photo.ts";

const NO_PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 7 9'/%3E";

/** The tool as a card of the catalogue, while it is typed. Nothing in it can be pressed. */
export function CardPreview({ draft }: { draft: ToolDraft }) {
  const { preview } = usePreparedPhoto(draft.photo);
  const minimumQuantity = parseCount(draft.minimumQuantity) ?? 1;
  const isEmpty = !draft.name.trim() && !draft.price && !draft.photo;
  const tool = {
    _id: "preview",
    name: draft.name.trim() || texts.yourTool,
    slug: "preview",
    price: parsePrice(draft.price) ?? 0,
    description: draft.description.trim() || texts.goodFor,
    img: (typeof draft.photo === "string" ? draft.photo : preview) ?? NO_PICTURE,
    availableQuantity: parseCount(draft.availableQuantity) ?? minimumQuantity,
    minimumQuantity,
    createdAt: "",
    revision: 0,
  };
  return (
    <aside className="sticky top-24 self-start border-t border-rule pt-5 max-lg:hidden" inert>
      <p className="mb-3 text-sm font-medium">{texts.cardOf[draft.status]}</p>
      {isEmpty ? (
        <p className="text-sm text-quiet">{texts.cardAppears}</p>
      ) : (
        <ToolCard tool={tool} headingLevel="h2" />
      )}
    </aside>
  );
}
