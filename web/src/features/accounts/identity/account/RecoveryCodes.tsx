import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { twoStepTexts as texts } from "./texts.en.tsx";

interface RecoveryCodesProps {
  codes: string[];
  onClose: () => void;
}

// The form before had the focus.
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Shows new recovery codes, which is possible once. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const [isCopied, setIsCopied] = useState(false);
  const text = codes.join("\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // The browser denies it. The codes can be selected.
    }
  };
  return (
    <>
      <p className="mt-3 text-quiet">{texts.keepCodes}</p>
      <ul className="figures mt-4 grid grid-cols-2 gap-x-6 gap-y-1 border border-rule-strong p-4 select-all">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 min-h-5 text-sm leading-5 text-success">
        {isCopied && texts.copied}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button ref={focus} variant="outline" onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <Button onClick={onClose}>{texts.codesKept}</Button>
      </div>
    </>
  );
}
