import { WrittenText } from "../Conflicts.tsx";
import { settingText } from "./setting-texts.ts";

/** A value of a setting to read, or a picture. */
export const SettingValue = ({ name, value }: { name: string; value: string }) =>
  (name === "logo" || name === "aboutPicture") && value ? (
    <img className="shop-logo inline-block" src={value} alt="Logo" />
  ) : (
    <WrittenText text={settingText(name, value)} />
  );
