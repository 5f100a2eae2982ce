import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { photoErrorMessage } from "./form-errors.ts";
import { cropPhoto, draw, originalOf, PREVIEW, readPicture } from "./photo.ts";
import { type Crop, frameOf, zooms } from "./photo-size.ts";
import { photoTexts } from "./tool-form.texts.en.ts";

interface CropDialogProps {
  photo: File;
  onCrop: (cropped: File) => void;
  onClose: () => void;
}

const SLIDERS: [name: keyof Crop, label: string][] = [
  ["zoom", photoTexts.zoom],
  ["x", photoTexts.leftToRight],
  ["y", photoTexts.topToBottom],
];

/** Asks which part of a photo the shop shows. The picture is dragged, or moved by the sliders. */
export function CropDialog({ photo, onCrop, onClose }: CropDialogProps) {
  const { file, crop: before } = originalOf(photo);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [crop, setCrop] = useState<Crop>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  // Where the pointer was, because browsers disagree about the unit of its movement.
  const pointer = useRef({ x: 0, y: 0 });

  useEffect(() => {
    let opened: ImageBitmap | undefined;
    let isCurrent = true;
    void readPicture(file).then(
      (picture) => {
        if (!isCurrent) return picture.close();
        opened = picture;
        setPicture(picture);
        setCrop(before ?? { zoom: zooms(picture, PREVIEW)[0], x: 0.5, y: 0.5 });
      },
      (error) => isCurrent && setFailure(photoErrorMessage(error)),
    );
    return () => {
      isCurrent = false;
      opened?.close();
    };
  }, [file, before]);

  useEffect(() => {
    if (!picture || !crop || !canvas.current) return;
    const size = { width: 2 * PREVIEW.width, height: 2 * PREVIEW.height };
    try {
      draw(picture, frameOf(picture, PREVIEW, crop), size, canvas.current);
      setFailure(undefined);
    } catch (error) {
      setFailure(photoErrorMessage(error));
    }
  }, [picture, crop]);

  const drag = ({ buttons, clientX, clientY, currentTarget }: PointerEvent) => {
    const { x, y } = pointer.current;
    pointer.current = { x: clientX, y: clientY };
    if (!picture || !crop || buttons === 0) return;
    const frame = frameOf(picture, PREVIEW, crop);
    const scale = frame.width / currentTarget.clientWidth;
    const moved = (at: number, by: number, room: number) =>
      Math.abs(room) < 1 ? at : Math.min(1, Math.max(0, at - (by * scale) / room));
    setCrop({
      ...crop,
      x: moved(crop.x, clientX - x, picture.width - frame.width),
      y: moved(crop.y, clientY - y, picture.height - frame.height),
    });
  };

  const use = async () => {
    if (!picture || !crop || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onCrop(await cropPhoto(file, picture, crop));
      onClose();
    } catch (error) {
      setFailure(photoErrorMessage(error));
    }
    setBusy(false);
  };

  return (
    <Dialog open title={photoTexts.cropTitle} onClose={onClose}>
      <p className="mt-2 text-sm text-quiet">{photoTexts.cropHint}</p>
      <div className="mt-4 grid grid-cols-[minmax(0,11rem)_minmax(8rem,1fr)] items-start gap-6">
        <canvas
          ref={canvas}
          width={2 * PREVIEW.width}
          height={2 * PREVIEW.height}
          role="img"
          className="w-full cursor-move touch-none border border-rule-strong"
          aria-label={photoTexts.willBeShown}
          onPointerDown={({ currentTarget, pointerId, clientX, clientY }) => {
            currentTarget.setPointerCapture(pointerId);
            pointer.current = { x: clientX, y: clientY };
          }}
          onPointerMove={drag}
        />
        <div>
          {picture &&
            crop &&
            SLIDERS.map(([name, label]) => (
              <label key={name} className="mb-3 block text-sm font-medium">
                {label}
                <input
                  type="range"
                  className="mt-1 block h-8 w-full accent-primary"
                  min={name === "zoom" ? 1 : 0}
                  max={name === "zoom" ? zooms(picture, PREVIEW)[1] : 1}
                  step={0.01}
                  value={crop[name]}
                  onChange={({ target }) => setCrop({ ...crop, [name]: Number(target.value) })}
                />
              </label>
            ))}
        </div>
      </div>
      <p role="alert" className="mt-4 text-error empty:hidden">
        {failure}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {photoTexts.cancel}
        </Button>
        <Button busy={busy} onClick={() => void use()}>
          {photoTexts.usePart}
        </Button>
      </div>
    </Dialog>
  );
}
