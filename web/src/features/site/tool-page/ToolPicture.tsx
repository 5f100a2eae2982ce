import { lazy, Suspense, useRef, useState } from "react";
import type { Tool } from "../../../api/client.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { PictureChoice } from "../../../ui/PictureChoice.tsx";
import { SharedPicture } from "../../../ui/SharedPicture.tsx";
import { usePictureLoaded } from "../../../ui/use-picture-loaded.ts";
import { texts } from "./texts.en.ts";
import { ZoomInIcon } from "./zoom-icons.tsx";

// Few visitors enlarge a picture, and other pages load this page's code ahead.
const Lightbox = lazy(() => import("./Lightbox.tsx"));

/** The pictures of a tool, one of them large. A press enlarges them. */
export function ToolPicture({ tool }: { tool: Tool }) {
  const plate = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState(0);
  const [isEnlarged, setIsEnlarged] = useState(false);
  const isLoaded = usePictureLoaded(plate);
  const pictures = (tool.pictures ?? [{ url: tool.img, alt: "" }]).map(({ url, alt }, index) => ({
    url,
    alt: alt || (index === 0 && tool.imgAlt) || tool.name,
  }));
  const { url = tool.img, alt = tool.name } = pictures[chosen] ?? {};

  const close = () => setIsEnlarged(false);

  return (
    <div className="tool-plate">
      <button
        ref={plate}
        type="button"
        aria-label={texts.enlarge(tool.name)}
        className="tool-plate-button md:bg-plate"
        onClick={() => setIsEnlarged(true)}
      >
        <SharedPicture toolId={tool._id}>
          <Picture
            src={url}
            alt={alt}
            load="first"
            // Phones: a little less than its width in tool-page.css, so that most of them take the small file.
            sizes="(min-width: 64rem) 43vw, (min-width: 48rem) 38vw, 24vh"
            className="tool-plate-picture"
          />
        </SharedPicture>
        <span className="tool-plate-zoom">
          <ZoomInIcon />
        </span>
      </button>
      <PictureChoice tool={tool} chosen={chosen} isReady={isLoaded} onChoose={setChosen} />
      <Dialog open={isEnlarged} title={tool.name} shape="full" onClose={close}>
        {isEnlarged && (
          <Suspense>
            <Lightbox
              title={tool.name}
              pictures={pictures}
              shown={chosen}
              onShow={setChosen}
              onClose={close}
            />
          </Suspense>
        )}
      </Dialog>
    </div>
  );
}
