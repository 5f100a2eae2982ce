import type { ComponentProps } from "react";
import { SelectField } from "../../../ui/SelectField.tsx";
import { CANADA, placeIn, zonesWith } from "./time-zones.ts";

export function TimeZoneField({
  chosen,
  ...select
}: { chosen: string } & ComponentProps<"select">) {
  return (
    <SelectField label="Time zone" {...select}>
      <optgroup label="Canada">
        {CANADA.map((zone) => (
          <option key={zone} value={zone}>
            {placeIn(zone)}
          </option>
        ))}
      </optgroup>
      <optgroup label="All">
        {zonesWith(chosen).map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </optgroup>
    </SelectField>
  );
}
