import { PROVINCES } from "../provinces.ts";

export const ProvinceOptions = () =>
  Object.entries(PROVINCES).map(([letters, name]) => (
    <option key={letters} value={letters}>
      {name}
    </option>
  ));
