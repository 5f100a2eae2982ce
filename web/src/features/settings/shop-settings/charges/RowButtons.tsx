import { Button } from "../../../../ui/Button.tsx";
import { movedUp } from "../rows.ts";

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
  const press = (text: string, changed: Row[]) => (
    <Button
      variant="outline"
      small
      aria-label={`${text}: ${name}`}
      onClick={() => onChange(changed)}
    >
      {text}
    </Button>
  );
  return (
    <>
      {hasOrder && index > 0 && press("Up", movedUp(rows, index))}
      {hasOrder && index < rows.length - 1 && press("Down", movedUp(rows, index + 1))}
      {press(
        "Remove",
        rows.filter((_, place) => place !== index),
      )}
    </>
  );
}
