import { useState, ViewTransition } from "react";
import type { Tool } from "../../api/client.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Picture } from "../../ui/Picture.tsx";

/** The picture of a tool. A press enlarges it. */
export function ToolPicture({ tool }: { tool: Tool }) {
  const [isEnlarged, setIsEnlarged] = useState(false);
  return (
    <div className="tool-plate">
      <button
        type="button"
        aria-label={`Enlarge the picture of ${tool.name}`}
        className="block w-full cursor-zoom-in bg-plate"
        onClick={() => setIsEnlarged(true)}
      >
        <ViewTransition name={`tool-${tool._id}`} default="none" share="auto">
          <Picture
            src={tool.img}
            alt={tool.name}
            load="first"
            sizes="(min-width: 64rem) 416px, 36vh"
            className="tool-plate-picture"
          />
        </ViewTransition>
      </button>
      <Dialog open={isEnlarged} title={tool.name} wide onClose={() => setIsEnlarged(false)}>
        <div className="mt-4 bg-plate">
          {isEnlarged && (
            <Picture
              src={tool.img}
              alt={tool.name}
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
