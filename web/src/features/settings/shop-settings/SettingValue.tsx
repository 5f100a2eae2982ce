import { WrittenText } from "../Conflicts.tsx";
import { settingLabel, settingText } from "./setting-texts.ts";

/** A value of a setting to read, or a picture. */
export const SettingValue = ({ name, value }: { name: string; value: string }) =>
  /^logo$|Picture$/.test(name) && value ? (
    <img className="shop-logo inline-block" src={value} alt={settingLabel(name)} />
  ) : (
    <WrittenText text={settingText(name, value)} />
  );
