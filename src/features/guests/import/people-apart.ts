/** What is between separators; those in quotes belong to a name, as in `"Weber, Ruth" <ruth@example.com>`. */
const PIECE = /(?:"[^"]*"|[^,;\t"])+|"/g;
const WORD = /[<(]?[^\s<>(),;"]+[>)]?/g;
const IS_ADDRESS = /[^<(]@[^>)]/;
/** Separators and joining words. Looks at each run once, however long it is. */
const AROUND = /^[\s,;/&]+(?:(?:and|or|und|oder|et)\s+)?|(?<![\s,;/&])[\s,;/&]+$/g;
const MARKER = /^\s*(?:\d{1,3}[.)]|[-*•·–])\s+/;
/** Fewer names in one line are "Weber, Ruth". */
const NAMES_IN_A_LINE = 3;

/**
 * Gives each person a line of their own where several share one: what the To field of a mail holds, or names with commas
 * between them. Takes the numbers and bullets of lists away. Pure.
 */
export function peopleApart(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(MARKER, ''));
  const filled = lines.filter((line) => line.trim() !== '');
  const [only] = filled;
  if (filled.length === 1 && only !== undefined && !/[@\d\t]/.test(only)) {
    const names = piecesOf(only);
    if (names.length >= NAMES_IN_A_LINE) return names.join('\n');
  }
  return lines.flatMap(addressesApart).join('\n');
}

function addressesApart(line: string): string[] {
  const addresses = [...line.matchAll(WORD)].filter(([word]) => IS_ADDRESS.test(word));
  if (addresses.length < 2) return [line];
  const pieces = piecesOf(line);
  const areAllAddressed = pieces.every((piece) => piece.includes('@'));
  if (areAllAddressed && pieces.length === addresses.length) return pieces;
  // Two addresses in a row of a table are one person's, at home and at work.
  const named = addresses.filter(([address]) => address.startsWith('<')).length;
  return areAllAddressed || named > 1 ? cutAfter(line, addresses) : [line];
}

/** Cut behind each address, as names come first; what follows the last one stays with it. */
function cutAfter(line: string, addresses: readonly RegExpMatchArray[]): string[] {
  const ends = addresses.map(({ index = 0, 0: address }) => index + address.length);
  return ends.map((end, at) => {
    const isLast = at === ends.length - 1;
    return line.slice(ends[at - 1] ?? 0, isLast ? undefined : end).replace(AROUND, '');
  });
}

function piecesOf(line: string): string[] {
  return (line.match(PIECE) ?? []).map((piece) => piece.trim()).filter(Boolean);
}
