/** Dates that people choose lie between these years. */
const YEARS = { first: 1900, last: 2030 };
const FORTH = '12345678901234567890';
const BACK = [...FORTH].reverse().join('');
/** Shorter pieces of a row are part of too many numbers. */
const ROW_MIN = 4;
const SAME_MIN = 3;
const PIECES_MAX = 3;

/**
 * Whether a number is one of the common ones that lists of passwords hold: a date of 1900 to 2030 as people write it, or up to
 * three years, rows and repetitions one after the other, one of which may be such a date. Signs between its digits don't count.
 * Any other number is as good a password as its length, however much it may look like a telephone's.
 */
export function isCommonNumber(text: string): boolean {
  const parts = text.split(/\D+/).filter(Boolean);
  if (parts.length === 3 && isDate(parts)) return true;
  const digits = parts.join('');
  return digits !== '' && isMadeOfPieces(digits, PIECES_MAX, true);
}

function isMadeOfPieces(digits: string, pieces: number, mayHaveDate: boolean): boolean {
  if (digits === '') return true;
  if (pieces === 0) return false;
  for (let end = digits.length; end > 0; end--) {
    const piece = digits.slice(0, end);
    const rest = digits.slice(end);
    if (isPlain(piece) && isMadeOfPieces(rest, pieces - 1, mayHaveDate)) return true;
    if (mayHaveDate && isWrittenDate(piece) && isMadeOfPieces(rest, pieces - 1, false)) return true;
  }
  return false;
}

/** A year, a row of digits forth or back, or one digit repeated. */
function isPlain(piece: string): boolean {
  if (piece.length === 4 && isYear(piece)) return true;
  if (piece.length >= ROW_MIN && (FORTH.includes(piece) || BACK.includes(piece))) return true;
  return piece.length >= SAME_MIN && piece === piece.charAt(0).repeat(piece.length);
}

/** Eight digits, or six with half a year, in one of the orders of the world. */
function isWrittenDate(piece: string): boolean {
  if (piece.length !== 8 && piece.length !== 6) return false;
  const year = piece.length - 4;
  const yearFirst = [piece.slice(0, year), piece.slice(year, year + 2), piece.slice(year + 2)];
  const yearLast = [piece.slice(0, 2), piece.slice(2, 4), piece.slice(4)];
  return isDate(yearFirst) || isDate(yearLast);
}

function isDate([first = '', second = '', third = '']: readonly string[]): boolean {
  return (isYear(first) && isDayAndMonth(second, third)) || (isYear(third) && isDayAndMonth(first, second));
}

function isYear(text: string): boolean {
  if (text.length === 2) return true;
  return text.length === 4 && Number(text) >= YEARS.first && Number(text) <= YEARS.last;
}

function isDayAndMonth(a: string, b: string): boolean {
  const isIn = (text: string, max: number) => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
  return (isIn(a, 31) && isIn(b, 12)) || (isIn(a, 12) && isIn(b, 31));
}
