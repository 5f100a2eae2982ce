import { type ReactNode, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button } from "../../../ui/Button.tsx";
import { Choice } from "../../../ui/Choice.tsx";
import { HomePreview } from "./HomePreview.tsx";
import type { SettingsDraft } from "./settings-draft.ts";
import { namesIn, SECTIONS } from "./settings-sections.ts";
import { useEditHistory } from "./use-edit-history.ts";

interface HomeEditorProps {
  form: UseFormReturn<SettingsDraft>;
  children: ReactNode;
}

/** The fields of the home page beside a preview of the draft. Narrow windows show one of them. */
export function HomeEditor({ form, children }: HomeEditorProps) {
  const [shown, setShown] = useState("edit");
  const { undo, redo } = useEditHistory(form);
  const typed = form.watch();
  const draft = Object.fromEntries(namesIn(SECTIONS.home).map((name) => [name, typed[name]]));
  return (
    <div className="home-editor" data-shown={shown}>
      <div className="home-editor-bar">
        <Choice
          legend="Edit or preview"
          hideLegend
          className="home-editor-tabs"
          options={[
            ["edit", "Edit"],
            ["preview", "Preview"],
          ]}
          value={shown}
          onChange={setShown}
        />
        <Button variant="outline" small disabled={!undo} onClick={undo}>
          Undo
        </Button>
        <Button variant="outline" small disabled={!redo} onClick={redo}>
          Redo
        </Button>
      </div>
      <div className="home-editor-fields">{children}</div>
      <div className="home-editor-preview">
        <HomePreview draft={draft} />
      </div>
    </div>
  );
}
