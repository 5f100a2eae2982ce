import { Button } from "../../../../ui/Button.tsx";
import { movedUp } from "../rows.ts";
import { rowButtons as texts } from "./texts.en.ts";

interface RowButtonsProps<Row> {
  rows: Row[];
  index: number;
  /** The name of the row, for screen readers. */
  name: string;
  hasOrder?: boolean;
  onChange: (rows: Row[]) => void;
}

/** Moves or removes a row of a list. */
export function RowButtons<Row>({ rows, index, name, hasOrder, onChange }: RowButtonsProps<Row>) {
  const press = (text: string, label: string, changed: Row[]) => (
    <Button variant="outline" small aria-label={label} onClick={() => onChange(changed)}>
      {text}
    </Button>
  );
  return (
    <>
      {hasOrder && index > 0 && press(texts.up, texts.upOf(name), movedUp(rows, index))}
      {hasOrder &&
        index < rows.length - 1 &&
        press(texts.down, texts.downOf(name), movedUp(rows, index + 1))}
      {press(
        texts.remove,
        texts.removeOf(name),
        rows.filter((_, place) => place !== index),
      )}
    </>
  );
}
