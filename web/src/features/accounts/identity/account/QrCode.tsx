import { QRCodeSVG } from "qrcode.react";

/** Loaded only where it is shown. Black on white also in the dark, because apps read it so. */
export default function QrCode({ value }: { value: string }) {
  return <QRCodeSVG value={value} size={192} marginSize={3} title="QR code for your app" />;
}
