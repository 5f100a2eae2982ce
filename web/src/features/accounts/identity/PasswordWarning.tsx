import { texts } from "./PasswordWarning.texts.en.ts";

/** The server accepts weak passwords and warns about them. */
export function PasswordWarning({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p className="border-l-2 border-warning py-1 pl-4">
      {text} {texts.canChange}
    </p>
  );
}
