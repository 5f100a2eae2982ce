import "./picture-choice.css";
import type { Tool } from "../api/client.ts";
import { Picture } from "./Picture.tsx";
import { texts } from "./PictureChoice.texts.en.ts";

interface PictureChoiceProps {
  tool: Tool;
  chosen: number;
  /** Whether the small pictures may load. The large one comes first. */
  isReady: boolean;
  onChoose: (index: number) => void;
}

/**
 * The pictures of a tool that has several, small. Lists have only their number, so that nothing moves when they
 * arrive.
 */
export function PictureChoice({ tool, chosen, isReady, onChoose }: PictureChoiceProps) {
  const { pictures } = tool;
  const pictureCount = tool.pictureCount ?? 1;
  if (pictureCount === 1) return null;
  const places =
    pictures ?? Array.from({ length: pictureCount }, (_, n) => ({ url: `${n}`, alt: "" }));
  return (
    <ul aria-label={texts.pictures} className="picture-choice">
      {places.map(({ url, alt }, index) => (
        <li key={url}>
          <button
            type="button"
            aria-label={alt ? texts.pictureOf(index + 1, alt) : texts.picture(index + 1)}
            aria-pressed={index === chosen}
            onClick={() => onChoose(index)}
          >
            {pictures && isReady && <Picture src={url} alt="" sizes="60px" />}
          </button>
        </li>
      ))}
    </ul>
  );
}
