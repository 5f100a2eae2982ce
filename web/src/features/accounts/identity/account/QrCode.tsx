import { QRCodeSVG } from "qrcode.react";
import { twoStepTexts as texts } from "./texts.en.tsx";

/** Loaded only where it is shown. Black on white also in the dark, because apps read it so. */
export default function QrCode({ value }: { value: string }) {
  return <QRCodeSVG value={value} size={192} marginSize={3} title={texts.qrCode} />;
}
