import { create, toBuffer, toString as toQrCode } from 'qrcode';

/** A QR code of `text` as SVG, with a quiet zone. */
export function qrCodeOf(text: string): Promise<string> {
  return toQrCode(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
}

/** The dark modules of a QR code, row by row, for drawing it; it needs a quiet zone of four modules around it. */
export function qrModulesOf(text: string): { size: number; isDark(column: number, row: number): boolean } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  return { size: modules.size, isDark: (column, row) => modules.get(row, column) === 1 };
}

/**
 * The same as a PNG, with the four modules of quiet zone that the standard asks for.
 * @param atLeast pixels of the code itself
 */
export async function qrSquareOf(text: string, atLeast: number): Promise<{ png: Buffer; side: number }> {
  const settings = { errorCorrectionLevel: 'M', margin: 4 } as const;
  const { size } = create(text, settings).modules;
  const scale = Math.ceil(atLeast / size);
  return { png: await toBuffer(text, { ...settings, type: 'png', scale }), side: (size + 8) * scale };
}
