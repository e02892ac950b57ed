import { toString as toQrCode } from 'qrcode';

/** A QR code of `text` as SVG, with a quiet zone. */
export function qrCodeOf(text: string): Promise<string> {
  return toQrCode(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
}
