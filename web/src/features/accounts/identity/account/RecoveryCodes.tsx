import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";

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
      <p className="mt-3 text-quiet">
        Keep these codes where you can find them without your phone. Each logs you in once. They are
        not shown again.
      </p>
      <ul className="figures mt-4 grid grid-cols-2 gap-x-6 gap-y-1 border border-rule-strong p-4 select-all">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 min-h-5 text-sm leading-5 text-success">
        {isCopied && "Copied"}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button ref={focus} variant="outline" onClick={() => void copy()}>
          Copy
        </Button>
        <Button onClick={onClose}>I have kept them</Button>
      </div>
    </>
  );
}
