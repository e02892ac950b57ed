import { platform } from '../../platform/platform.ts';
import { ordinaryKey } from './render/cards.ts';
import { shelfOf } from './shelved-segments.ts';

/* What films of an event were made of and are no more. In any frame: a part in another shape goes with the ordinary one. */

/** Transitions, clips with names or captions, collages, text cards in a theme, and photos on beats. */
const PREFIXES = ['join-', 'name-', 'said-', 'collage-', 'text-', 'beat-'];
/** A card's key is a bare hash, as a clip's is. */
const CARD = /^[0-9a-f]{40}$/;
/** Only clips have it. */
const CLIP_FACTS = 'clip.json';
/** A render may still read a part that has no place any more; after a day none does. */
const UNUSED_AFTER = 24 * 3_600_000;

/** Deletes old parts other than these. */
export async function removeOldParts(eventId: string, used: readonly string[], signal: AbortSignal): Promise<void> {
  await removeOld(eventId, used, signal, (part) => PREFIXES.some((prefix) => part.startsWith(prefix)));
}

/** Deletes old title cards other than these: each new name draws another closing. */
export async function removeOldCards(eventId: string, used: readonly string[], signal: AbortSignal): Promise<void> {
  await removeOld(eventId, used, signal, (part, files) => CARD.test(part) && !files.includes(CLIP_FACTS));
}

async function removeOld(
  eventId: string,
  used: readonly string[],
  signal: AbortSignal,
  isWanted: (part: string, files: readonly string[]) => boolean,
): Promise<void> {
  const { store } = platform();
  const shelf = shelfOf(eventId, '');
  const folders = new Map<string, { name: string; modifiedAt: Date }[]>();
  for await (const { key, modifiedAt } of store.list(shelf)) {
    const [folder = '', ...name] = key.slice(shelf.length).split('/');
    folders.set(folder, [...(folders.get(folder) ?? []), { name: name.join('/'), modifiedAt }]);
  }
  const kept = new Set(used);
  for (const [folder, files] of folders) {
    const part = ordinaryKey(folder);
    const names = files.map(({ name }) => name);
    const isOld = files.every(({ modifiedAt }) => modifiedAt.getTime() < Date.now() - UNUSED_AFTER);
    if (!isOld || kept.has(part) || !isWanted(part, names)) continue;
    // The film has changed, and may use other parts.
    signal.throwIfAborted();
    for (const name of names) await store.remove(`${shelf}${folder}/${name}`);
  }
}
