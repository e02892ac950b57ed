import { createHash } from 'node:crypto';

import { pictureKey } from '../profiles/pictures.service.ts';
import { findUser } from '../users/users.service.ts';
import { accountOf } from './contributor-identity.service.ts';
import type { StoredMedia } from './media.model.ts';
import { firstWord } from './media.queries.ts';

/**
 * Key in the file store of the sender's own picture, which a voice message shows. Null for other clips, without a
 * picture, and where the clip is said to come from somebody else than the account's owner.
 */
export async function portraitOf({ kind, contributor }: StoredMedia): Promise<string | null> {
  const account = kind === 'audio' ? accountOf(contributor?.key) : null;
  if (!account) return null;
  const [key, user] = await Promise.all([pictureKey(account), findUser(account)]);
  const isOwn = user && isSameName(user.firstName, contributor?.name ?? '');
  return isOwn ? key : null;
}

function isSameName(first: string, name: string): boolean {
  const plain = (text: string) => firstWord(text).normalize('NFKC').toLowerCase();
  return plain(first) !== '' && plain(first) === plain(name);
}

/** Hash of a voice message's content beside its sender's picture, in hex. */
export function portraitHash(sha256: string, portrait: string): string {
  return createHash('sha256').update(`portrait\n${sha256}\n${portrait}`).digest('hex');
}
