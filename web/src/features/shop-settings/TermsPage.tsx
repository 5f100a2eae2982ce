import { LegalText } from "./LegalText.tsx";

export default function TermsPage() {
  return <LegalText page="terms" />;
}
