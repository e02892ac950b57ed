import LinkifyIt from 'linkify-it';

const links = new LinkifyIt({ fuzzyIP: true }).add('ftp:', null).add('//', null);
/** The library knows few endings of names; mail programs make a link of any. */
const BARE = /\bwww\.|:\/\/|[\p{L}\p{N}]\.\p{L}{2,}/iu;

/**
 * Whether a mail program may make a link of something in `text`: an address of the web or of mail, with or without its
 * scheme. Characters that show nothing, and other forms of letters and dots, hide none. Pure.
 */
export function hasLink(text: string): boolean {
  const seen = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[。｡]/g, '.');
  return links.test(seen) || BARE.test(seen);
}
