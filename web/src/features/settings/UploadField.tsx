import "./upload-field.css";
import { type ReactNode, useId, useState } from "react";
import { errorMessage } from "../../api/error-messages.ts";
import { uploadPicture } from "../../api/upload-picture.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/Field.tsx";
import { uploadField as texts } from "./texts.en.ts";

interface UploadFieldProps {
  label: string;
  /** The path of the picture, or empty. */
  value: string;
  onChange: (path: string) => void;
  /** While a picture is uploaded, so that the form waits for it. */
  onBusy?: (busy: boolean) => void;
  error?: string | undefined;
  hint?: string;
  /** `whole`: not cropped. */
  fit?: "whole";
  /** The chosen picture, if it is not shown as it is. */
  children?: ReactNode;
}

/** A picture that is uploaded when it is chosen. Save makes it the shop's. */
export function UploadField({
  label,
  value,
  onChange,
  onBusy,
  error,
  hint,
  fit,
  children,
}: UploadFieldProps) {
  const id = useId();
  const [state, setState] = useState<{ uploading?: boolean; error?: string }>({});
  const choose = async (file: File) => {
    setState({ uploading: true });
    onBusy?.(true);
    try {
      onChange(new URL(await uploadPicture(file, fit)).pathname);
      setState({});
    } catch (failure) {
      setState({ error: errorMessage(failure) });
    }
    onBusy?.(false);
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="logo-choice">
        {value ? (
          (children ?? (
            <span>
              <img src={value} alt="" />
            </span>
          ))
        ) : (
          <span className="text-sm text-quiet">
            {state.uploading ? texts.uploading : texts.choose}
          </span>
        )}
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-invalid={state.error || error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) void choose(file);
            // So that the same file can be chosen again after it was removed.
            target.value = "";
          }}
        />
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet empty:hidden">
        {hint}
      </p>
      <FieldError id={`${id}-error`} message={state.error ?? error} />
      {value && (
        <Button variant="outline" small onClick={() => onChange("")}>
          {texts.remove(label)}
        </Button>
      )}
    </div>
  );
}
