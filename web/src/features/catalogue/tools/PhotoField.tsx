import { type Ref, useId } from "react";
import { Button } from "../../../ui/Button.tsx";
import { FieldError } from "../../../ui/Field.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { PlusIcon } from "../../../ui/QuantityPicker.tsx";
import type { Photo } from "./tool-draft.ts";
import { photoTexts } from "./tool-form.texts.en.ts";
import { usePreparedPhoto } from "./use-prepared-photo.ts";

interface PhotoFieldProps {
  label: string;
  value: Photo | null;
  /** The photo that is shown again when the chosen file is removed. */
  current: string | null;
  error: string | undefined;
  onChange: (photo: Photo | null) => void;
  /** The files that were chosen beside the first one. */
  onMore: (photos: File[]) => void;
  onCrop: (photo: File) => void;
  onBlur: () => void;
  ref: Ref<HTMLInputElement>;
}

/** The photo as the catalogue shows it. The input covers it, so that it takes a click and a dropped file. */
export function PhotoField({
  label,
  value,
  current,
  error,
  onChange,
  onMore,
  onCrop,
  onBlur,
  ref,
}: PhotoFieldProps) {
  const id = useId();
  const { preview, isSmall, loadError } = usePreparedPhoto(value);
  const message = error ?? loadError;

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className={`photo-plate ${message ? "photo-plate-error" : ""}`}>
        {typeof value === "string" ? (
          <Picture src={value} alt={photoTexts.shown} load="soon" />
        ) : preview ? (
          <img
            src={preview}
            alt={photoTexts.willBeShown}
            width={350}
            height={450}
            className="aspect-[7/9] h-auto w-full object-cover"
          />
        ) : (
          <Placeholder waiting={value !== null && !loadError} />
        )}
        <input
          ref={ref}
          id={id}
          type="file"
          accept="image/*"
          multiple
          required={value === null}
          aria-invalid={message ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onBlur={onBlur}
          onChange={(event) => {
            const [file, ...more] = event.target.files ?? [];
            if (file) onChange(file);
            if (more.length > 0) onMore(more);
            // The value is emptied, so that the same file can be chosen again after it was removed.
            event.target.value = "";
          }}
        />
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
        {value === null
          ? photoTexts.chooseHint
          : isSmall
            ? photoTexts.smallHint
            : photoTexts.chosenHint}
      </p>
      <FieldError id={`${id}-error`} message={message} />
      {value instanceof File && (
        <div className="mt-2 mb-4 flex flex-wrap gap-2">
          {preview && (
            <Button variant="outline" small onClick={() => onCrop(value)}>
              {photoTexts.crop}
            </Button>
          )}
          <Button variant="outline" small onClick={() => onChange(current)}>
            {current === null ? photoTexts.removePhoto : photoTexts.keepPrevious}
          </Button>
        </div>
      )}
    </div>
  );
}

const Placeholder = ({ waiting }: { waiting: boolean }) => (
  <div className="flex aspect-[3/2] flex-col items-center justify-center gap-3 p-6 text-center text-quiet md:aspect-[7/9]">
    {waiting ? <span className="loading" aria-hidden="true" /> : <PlusIcon />}
    <span className="font-display text-lg">{waiting ? photoTexts.reading : photoTexts.choose}</span>
  </div>
);
