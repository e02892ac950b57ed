import LinkifyIt from 'linkify-it';

const links = new LinkifyIt({ fuzzyIP: true }).add('ftp:', null).add('//', null);
/** linkify-it knows few top-level domains; mail programs link any. */
const BARE = /\bwww\.|:\/\/|[\p{L}\p{N}]\.\p{L}{2,}/iu;

/**
 * Whether a mail program might link part of `text`: an address, also with invisible characters or lookalike letters.
 * Pure.
 */
export function hasLink(text: string): boolean {
  const seen = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[。｡]/g, '.');
  return links.test(seen) || BARE.test(seen);
}
