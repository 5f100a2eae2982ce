import { useRef, useState } from "react";
import type { Tool } from "../../api/client.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Picture } from "../../ui/Picture.tsx";
import { PictureChoice } from "../../ui/PictureChoice.tsx";
import { SharedPicture } from "../../ui/SharedPicture.tsx";
import { usePictureLoaded } from "../../ui/use-picture-loaded.ts";

/** The pictures of a tool, one of them large. A press enlarges that one. */
export function ToolPicture({ tool }: { tool: Tool }) {
  const plate = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState(0);
  const [isEnlarged, setIsEnlarged] = useState(false);
  const isLoaded = usePictureLoaded(plate);
  const shown = tool.pictures?.[chosen];
  const src = shown?.url ?? tool.img;
  const alt = shown?.alt || (chosen === 0 && tool.imgAlt) || tool.name;

  return (
    <div className="tool-plate">
      <button
        ref={plate}
        type="button"
        aria-label={`Enlarge the picture of ${tool.name}`}
        className="block w-full cursor-zoom-in md:bg-plate"
        onClick={() => setIsEnlarged(true)}
      >
        <SharedPicture toolId={tool._id}>
          <Picture
            src={src}
            alt={alt}
            load="first"
            // Phones: a little less than its width in tool-page.css, so that most of them take the small file.
            sizes="(min-width: 64rem) 416px, (min-width: 48rem) 36vw, 24vh"
            className="tool-plate-picture"
          />
        </SharedPicture>
      </button>
      <PictureChoice tool={tool} chosen={chosen} isReady={isLoaded} onChoose={setChosen} />
      <Dialog open={isEnlarged} title={tool.name} wide onClose={() => setIsEnlarged(false)}>
        <div className="mt-4 bg-plate">
          {isEnlarged && (
            <Picture
              src={src}
              alt={alt}
              load="soon"
              sizes="700px"
              className="mx-auto max-h-[68svh] object-contain"
            />
          )}
        </div>
        <div className="mt-6 flex justify-end">
          <Button variant="outline" onClick={() => setIsEnlarged(false)}>
            Close
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
