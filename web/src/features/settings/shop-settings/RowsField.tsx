import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Field, FieldError, TextArea } from "../../../ui/Field.tsx";
import { UploadField } from "../UploadField.tsx";
import { movedUp, rowsText, typedRows } from "./rows.ts";
import { cells as cellTexts, rows as rowTexts } from "./sections.texts.en.ts";
import { french, texts } from "./texts.en.tsx";

export type RowName = keyof typeof rowTexts;
export type CellName = keyof typeof cellTexts;

interface RowsFieldProps {
  /** The label of the whole list. */
  label: string;
  /** What one row is. */
  row: RowName;
  /** A row's cells. A text is long, and a picture is uploaded. */
  cells: CellName[];
  max: number;
  hint?: ReactNode;
  /** The rows are in French, beside the English ones. */
  inFrench?: boolean;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A list of a few rows, such as the banners of the home page. */
export function RowsField({
  label,
  row,
  cells,
  max,
  hint,
  inFrench = false,
  value,
  error,
  onChange,
}: RowsFieldProps) {
  const rows = typedRows(value);
  const rowText = rowTexts[row];
  const errorId = useId();
  const named = (name: string) => (inFrench ? french.labelOf(name) : name);
  // A picture arrives after its upload, when other cells may have changed.
  const current = useRef(value);
  useLayoutEffect(() => {
    current.current = value;
  }, [value]);
  const set = (changed: string[][]) => onChange(rowsText(changed));
  return (
    <fieldset className="mb-4">
      <legend className="text-sm font-medium">{label}</legend>
      {hint && <p className="mt-1 text-sm text-quiet">{hint}</p>}
      <ol>
        {rows.map((typed, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
            key={index}
            className="mt-3 border-l-2 border-rule-strong pl-4"
          >
            <div
              className={`grid gap-x-6 ${cells.includes("text") ? "sm:grid-cols-2" : "sm:grid-cols-3"}`}
            >
              {cells.map((cell, place) => {
                const given = typed[place] ?? "";
                const put = (text: string) =>
                  set(
                    typedRows(current.current).map((row, at) =>
                      at === index
                        ? cells.map((_, cell) => (cell === place ? text : (row[cell] ?? "")))
                        : row,
                    ),
                  );
                if (cell === "picture")
                  return (
                    <UploadField
                      key={cell}
                      label={named(rowText.picture(index + 1))}
                      value={given}
                      onChange={put}
                    />
                  );
                const input = { label: cellTexts[cell], value: given, dir: "auto", maxLength: 300 };
                const name = named(rowText.cell(index + 1, cellTexts[cell]));
                const change = ({ target }: { target: { value: string } }) => put(target.value);
                return cell === "text" ? (
                  <TextArea
                    key={cell}
                    rows={2}
                    className="sm:col-span-2"
                    aria-label={name}
                    onChange={change}
                    {...input}
                  />
                ) : (
                  <Field key={cell} aria-label={name} onChange={change} {...input} />
                );
              })}
            </div>
            <div className="mt-1 mb-3 flex gap-2">
              {index > 0 && (
                <Button
                  variant="outline"
                  small
                  aria-label={named(rowText.up(index + 1))}
                  onClick={() => set(movedUp(rows, index))}
                >
                  {texts.up}
                </Button>
              )}
              <Button
                variant="outline"
                small
                aria-label={named(rowText.remove(index + 1))}
                onClick={() => set(rows.filter((_, place) => place !== index))}
              >
                {texts.remove}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <FieldError id={errorId} message={error} />
      {rows.length < max && (
        <Button variant="outline" small onClick={() => set([...rows, cells.map(() => "")])}>
          {named(rowText.add)}
        </Button>
      )}
    </fieldset>
  );
}
