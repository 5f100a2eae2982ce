import { useEffect, useRef } from "react";
import { type Control, useWatch } from "react-hook-form";
import type { Tool } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { texts } from "./edit-tool.texts.en.ts";
import { differences } from "./tool-conflict.ts";
import type { ToolDraft } from "./tool-draft.ts";

interface EditConflictProps {
  opened: Tool;
  now: Tool;
  control: Control<ToolDraft>;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Shows what another admin changed since the form was opened. Nothing typed is lost until the admin decides. */
export function EditConflict({ opened, now, control, onKeep, onDiscard }: EditConflictProps) {
  const draft = useWatch({ control }) as ToolDraft;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <section
      aria-labelledby="conflict"
      className="w-full border-l-2 border-warning bg-base-200 p-5 sm:p-6"
    >
      <h2 ref={heading} id="conflict" tabIndex={-1} className="text-heading">
        {texts.changedByOther}
      </h2>
      <p className="mt-2">{texts.notSaved}</p>
      <dl className="mt-4 border-t border-rule">
        {differences(opened, now, draft).map(({ field, label, before, now, isEditedHere }) => (
          <div
            key={field}
            className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <dt className="text-sm text-quiet">{label}</dt>
            <dd className="wrap-anywhere">
              {field === "photo" ? (
                <span className="flex items-center gap-3">
                  <Thumb src={before} alt={texts.before} />
                  <span aria-hidden="true">→</span>
                  <Thumb src={now} alt={texts.now} />
                </span>
              ) : (
                <>
                  <del className="text-quiet">{before}</del>{" "}
                  <ins className="font-medium no-underline">{now}</ins>
                </>
              )}
              {isEditedHere && (
                <span className="mt-1 block text-sm text-warning">{texts.changedByYou}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onKeep}>{texts.keep}</Button>
        <Button variant="outline" onClick={onDiscard}>
          {texts.discard}
        </Button>
      </div>
      <p className="mt-3 text-sm text-quiet">{texts.keepExplanation}</p>
    </section>
  );
}

const Thumb = ({ src, alt }: { src: string; alt: string }) => (
  <span className="block w-14">
    <Picture src={src} alt={alt} sizes="56px" />
  </span>
);
