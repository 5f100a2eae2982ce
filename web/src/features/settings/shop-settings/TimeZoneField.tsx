import type { ComponentProps } from "react";
import { SelectField } from "../../../ui/SelectField.tsx";
import { texts } from "./time-zone.texts.en.ts";
import { CANADA, placeIn, zonesWith } from "./time-zones.ts";

export function TimeZoneField({
  chosen,
  ...select
}: { chosen: string } & ComponentProps<"select">) {
  return (
    <SelectField label={texts.label} {...select}>
      <optgroup label={texts.canada}>
        {CANADA.map((zone) => (
          <option key={zone} value={zone}>
            {placeIn(zone)}
          </option>
        ))}
      </optgroup>
      <optgroup label={texts.all}>
        {zonesWith(chosen).map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </optgroup>
    </SelectField>
  );
}
