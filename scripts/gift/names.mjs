import { basename, extname } from 'node:path';

/** File names by cameras and messengers, which are not names of people. */
const CAMERA =
  /^(img|vid|dsc|dscn|dscf|pxl|mvi|mov|video|image|photo|clip|voice|audio|rec|recording|whatsapp|screenshot|aud|ptt|snapchat|signal|gopr|gx|gh|dji|p)$/i;

/**
 * Derives the contributor from a file name: `aunt-lena_2.mov` is from Aunt Lena, `IMG_2041.HEIC` from a numbered
 * friend.
 *
 * @param {string} file
 * @param {number} number counted from 1 over all files
 * @param {number} longest maximum characters of a name
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

/** A safe file name for a film. */
export function fileNameFor(people) {
  const plain = people
    .join(' and ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return `for-${[...plain].slice(0, 60).join('') || 'you'}`;
}
