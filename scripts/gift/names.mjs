import { basename, extname } from 'node:path';

/** What cameras and messengers call files: no name of a person. */
const CAMERA =
  /^(img|vid|dsc|dscn|dscf|pxl|mvi|mov|video|image|photo|clip|voice|audio|rec|recording|whatsapp|screenshot|aud|ptt|snapchat|signal|gopr|gx|gh|dji|p)$/i;

/**
 * Who a file is from, by its name: `aunt-lena_2.mov` is from Aunt Lena, `IMG_2041.HEIC` from a friend with a number.
 *
 * @param {string} file
 * @param {number} number counted from 1 over all files
 * @param {number} longest most characters of a name
 */
export function nameOf(file, number, longest) {
  const words = basename(file, extname(file))
    .normalize('NFC')
    .split(/[^\p{L}\p{M}’']+/u)
    .filter((word) => word !== '' && !CAMERA.test(word) && !/^wa$/i.test(word));
  if (words.length === 0) return `Friend ${number}`;
  const name = words.map((word) => (word === word.toLowerCase() ? capital(word) : word)).join(' ');
  return [...name].slice(0, longest).join('').trim();
}

function capital(word) {
  const [first = '', ...rest] = [...word];
  return first.toUpperCase() + rest.join('');
}

/** A file name for somebody's film, with nothing that a file system could mind. */
export function fileNameFor(people) {
  const plain = people
    .join(' and ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return `for-${[...plain].slice(0, 60).join('') || 'you'}`;
}
