import { create, toString as toQrCode } from 'qrcode';

/** A QR code of `text` as SVG, with a quiet zone. */
export function qrCodeOf(text: string): Promise<string> {
  return toQrCode(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
}

/** The dark modules of a QR code, row by row, for drawing it; it needs a quiet zone of four modules around it. */
export function qrModulesOf(text: string): { size: number; isDark(column: number, row: number): boolean } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  return { size: modules.size, isDark: (column, row) => modules.get(row, column) === 1 };
}
