import { LegalText } from "./LegalText.tsx";

export default function ReturnsPage() {
  return <LegalText page="returns" />;
}
