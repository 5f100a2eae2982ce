/** A weak password is taken all the same: this says so, and leaves it to its owner. */
export function PasswordWarning({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p className="border-l-2 border-warning py-1 pl-4">{text} You can change it at any time.</p>
  );
}
