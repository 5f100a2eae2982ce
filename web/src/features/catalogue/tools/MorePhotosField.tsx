import { type Ref, useEffect, useId, useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { FieldError } from "../../../ui/Field.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import {
  MAX_ALT_LENGTH,
  MAX_PHOTOS,
  type MorePhoto,
  type Photo,
  withPhotos,
} from "./tool-draft.ts";
import { photoTexts, texts } from "./tool-form.texts.en.ts";
import { usePreparedPhoto } from "./use-prepared-photo.ts";

interface MorePhotosFieldProps {
  value: MorePhoto[];
  error: string | undefined;
  onChange: (photos: MorePhoto[]) => void;
  onCrop: (photo: File) => void;
  /** Exchanges the first of these photos with the one of the catalogue. */
  onSwapFirst: () => void;
  ref: Ref<HTMLInputElement>;
}

/** The photos after the first, in the order of the tool's page. */
export function MorePhotosField({
  value,
  error,
  onChange,
  onCrop,
  onSwapFirst,
  ref,
}: MorePhotosFieldProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  // The photo whose text gets the focus once it is there.
  const focused = useRef<number>(null);

  useEffect(() => {
    if (focused.current === null) return;
    list.current?.querySelectorAll<HTMLInputElement>("input")[focused.current]?.focus();
    focused.current = null;
  });

  const move = (index: number, by: -1 | 1) => {
    if (index + by < 0) {
      onSwapFirst();
      return;
    }
    const photos = [...value];
    photos.splice(index + by, 0, ...photos.splice(index, 1));
    focused.current = index + by;
    onChange(photos);
  };

  return (
    <div>
      <p id={`${id}-label`} className="mb-2 text-sm font-medium">
        {texts.labels.morePhotos}
      </p>
      <ul ref={list} aria-labelledby={`${id}-label`} className="more-photos">
        {value.map(({ photo, alt }, index) => (
          <li key={keyOf(photo)}>
            <Thumbnail photo={photo} />
            <label htmlFor={`${id}-${index}`} className="mb-1 text-sm font-medium">
              {photoTexts.altTextOf(index + 2)}
            </label>
            <input
              id={`${id}-${index}`}
              className="input"
              maxLength={MAX_ALT_LENGTH}
              autoComplete="off"
              value={alt}
              onChange={({ target }) =>
                onChange(
                  value.map((one, at) => (at === index ? { photo, alt: target.value } : one)),
                )
              }
            />
            <div className="flex flex-wrap">
              <Action
                name={photoTexts.up}
                label={photoTexts.moveUp(index + 2)}
                run={() => move(index, -1)}
              />
              <Action
                name={photoTexts.down}
                label={photoTexts.moveDown(index + 2)}
                disabled={index === value.length - 1}
                run={() => move(index, 1)}
              />
              {photo instanceof File && (
                <Action
                  name={photoTexts.crop}
                  label={photoTexts.cropOf(index + 2)}
                  run={() => onCrop(photo)}
                />
              )}
              <Action
                name={photoTexts.remove}
                label={photoTexts.removeOf(index + 2)}
                run={() => {
                  focused.current = Math.max(0, index - 1);
                  onChange(value.filter((_, at) => at !== index));
                }}
              />
            </div>
          </li>
        ))}
      </ul>
      {value.length < MAX_PHOTOS - 1 && (
        <label className="btn btn-outline btn-sm add-photo">
          {photoTexts.chooseAnother}
          <input
            ref={ref}
            type="file"
            accept="image/*"
            multiple
            className="sr-only"
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-error`}
            onChange={({ target }) => {
              const chosen = [...(target.files ?? [])];
              target.value = "";
              focused.current = value.length;
              onChange(withPhotos(value, chosen));
            }}
          />
        </label>
      )}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}

interface ActionProps {
  name: string;
  label: string;
  disabled?: boolean;
  run: () => void;
}

const Action = ({ name, label, disabled, run }: ActionProps) => (
  <Button variant="quiet" small disabled={disabled} aria-label={label} onClick={run}>
    {name}
  </Button>
);

const fileKeys = new WeakMap<File, string>();
let fileCount = 0;

/** A photo keeps its row, and the row the focus, when it moves. */
function keyOf(photo: Photo): string {
  if (typeof photo === "string") return photo;
  fileCount += 1;
  const key = fileKeys.get(photo) ?? `file ${fileCount}`;
  fileKeys.set(photo, key);
  return key;
}

function Thumbnail({ photo }: { photo: Photo }) {
  const { preview, loadError } = usePreparedPhoto(photo);
  return (
    <div className="thumbnail">
      {typeof photo === "string" ? (
        <Picture src={photo} alt="" sizes="72px" />
      ) : preview ? (
        <img src={preview} alt="" width={350} height={450} className="aspect-[7/9] object-cover" />
      ) : loadError ? (
        <p className="p-1 text-sm text-error">{loadError}</p>
      ) : (
        <span className="loading loading-sm" aria-hidden="true" />
      )}
    </div>
  );
}
