import { type ReactNode, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button } from "../../../ui/Button.tsx";
import { Choice } from "../../../ui/Choice.tsx";
import { HomePreview } from "./HomePreview.tsx";
import type { SettingsDraft } from "./settings-draft.ts";
import { namesIn, SECTIONS } from "./settings-sections.ts";
import { home as texts } from "./texts.en.tsx";
import { useEditHistory } from "./use-edit-history.ts";

interface HomeEditorProps {
  form: UseFormReturn<SettingsDraft>;
  children: ReactNode;
}

/** The fields of the home page beside a preview of the draft. Narrow windows show one of them. */
export function HomeEditor({ form, children }: HomeEditorProps) {
  const [shown, setShown] = useState("edit");
  const { undo, redo, said } = useEditHistory(form);
  const typed = form.watch();
  const names = namesIn(SECTIONS.home);
  const draft = Object.fromEntries(names.map((name) => [name, typed[name]]));
  const { errors, submitCount } = form.formState;
  const refused = names.find((name) => errors[name]);
  const focusNext = useRef<typeof refused>(undefined);
  // A hidden field shows no error and takes no focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refused save shows the fields
  useEffect(() => {
    if (!refused || shown === "edit") return;
    focusNext.current = refused;
    setShown("edit");
  }, [refused, submitCount]);
  useEffect(() => {
    if (shown !== "edit" || !focusNext.current) return;
    form.setFocus(focusNext.current);
    focusNext.current = undefined;
  }, [shown, form]);
  return (
    <div className="home-editor" data-shown={shown}>
      <div className="home-editor-bar">
        <Choice
          legend={texts.view}
          hideLegend
          className="home-editor-tabs"
          options={[
            ["edit", texts.edit],
            ["preview", texts.preview],
          ]}
          value={shown}
          onChange={setShown}
        />
        {/* Not disabled, because a disabled button loses the focus. */}
        <Button variant="outline" small aria-disabled={!undo} onClick={() => undo?.()}>
          {texts.undo}
        </Button>
        <Button variant="outline" small aria-disabled={!redo} onClick={() => redo?.()}>
          {texts.redo}
        </Button>
        <p role="status" className="min-h-5 w-full text-sm text-quiet">
          {said}
        </p>
      </div>
      <div className="home-editor-fields">{children}</div>
      <div className="home-editor-preview">
        <HomePreview draft={draft} />
      </div>
    </div>
  );
}
