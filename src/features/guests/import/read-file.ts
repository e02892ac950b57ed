import { AppError } from '../../../platform/errors.ts';

/** 0x80 to 0x9F of Windows-1252; Node 20 decodes them as control characters. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Text of a CSV or vCard file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252. WRONG_TYPE for .xls, pictures and PDF. */
export function textOfFile(bytes: Buffer): string {
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0') {
    throw new AppError('WRONG_TYPE', {
      message: 'This Excel file is of an old kind. Save it as .xlsx or CSV, or copy its cells and paste them.',
    });
  }
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === 'feff') return new TextDecoder('utf-16be').decode(bytes);
  // Text has no zero bytes, and pictures and most programs' own files have.
  if (bytes.includes(0) || bytes.subarray(0, 4).toString('latin1') === '%PDF') {
    throw new AppError('WRONG_TYPE', {
      message: 'We can’t read people from this kind of file. Save the list as .xlsx or CSV, or paste it.',
    });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fromWindows1252(bytes);
  }
}

function fromWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (letter) => HIGH[letter.charCodeAt(0) - 0x80] ?? letter);
}
