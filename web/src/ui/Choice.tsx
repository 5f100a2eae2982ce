import "./table.css";
import { type ReactNode, useId } from "react";

interface ChoiceProps {
  legend: string;
  hideLegend?: boolean;
  /** Values and their texts. */
  options: [value: string, text: ReactNode][];
  value: string | undefined;
  onChange: (value: string) => void;
  className?: string;
}

/** One of a few values, as buttons in a row. */
export function Choice({
  legend,
  hideLegend = false,
  options,
  value: chosen,
  onChange,
  className = "",
}: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className={`choice ${className}`}>
      <legend className={hideLegend ? "sr-only" : "mb-1.5 text-sm font-medium"}>{legend}</legend>
      {options.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={chosen === value}
            onChange={() => onChange(value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
