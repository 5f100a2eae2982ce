import "./charges.css";
import { PROVINCE_CODES, PROVINCES, type Province } from "../../../../provinces.ts";
import { method as texts } from "./texts.en.ts";

interface ProvinceChipsProps {
  legend: string;
  value: Province[];
  onChange: (value: Province[]) => void;
}

/** Some provinces, each as a button that is on or off. */
export const ProvinceChips = ({ legend, value, onChange }: ProvinceChipsProps) => (
  <fieldset className="mb-5">
    <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
    <div className="province-chips">
      {PROVINCE_CODES.map((code) => (
        <label key={code} title={PROVINCES[code]}>
          <input
            type="checkbox"
            className="sr-only"
            aria-label={PROVINCES[code]}
            checked={value.includes(code)}
            onChange={({ target }) =>
              onChange(
                PROVINCE_CODES.filter((other) =>
                  other === code ? target.checked : value.includes(other),
                ),
              )
            }
          />
          {code}
        </label>
      ))}
    </div>
    <p className="mt-1.5 text-sm text-quiet">
      {value.length === 0 ? texts.allProvinces : value.map((code) => PROVINCES[code]).join(", ")}
    </p>
  </fieldset>
);
