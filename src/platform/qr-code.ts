import { toString as toQrCode } from 'qrcode';

/** A QR code of `text` as the source of an SVG drawing, with its quiet margin. */
export function qrCodeOf(text: string): Promise<string> {
  return toQrCode(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
}
