import type { Media } from '../../src/shared/contracts/media.ts';
import { keysOf } from '../../src/shared/known-values.ts';
import type { MediaEdit } from '../../src/shared/media-edit.ts';

/** What this tab changed of a clip, and the changes in its history that it knows. */
interface Own {
  fields: Set<string>;
  seen: Set<string>;
  /** Changes on their way: their own messages may come before their answers. */
  pending: number;
}

const own = new Map<string, Own>();

/** Fields that differ between two edits. */
export function differing(a: MediaEdit, b: MediaEdit): string[] {
  const fields = [...new Set([...keysOf(a), ...keysOf(b)])];
  return fields.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]));
}

/** Runs a change of this tab, so that it is not taken for somebody else's. */
export async function ownChange(id: string, fields: readonly string[], work: () => Promise<Media>): Promise<Media> {
  const known = own.get(id) ?? { fields: new Set(), seen: new Set(), pending: 0 };
  own.set(id, known);
  known.pending += 1;
  try {
    const changed = await work();
    for (const field of fields) known.fields.add(field);
    for (const { at } of changed.history ?? []) known.seen.add(at);
    return changed;
  } finally {
    known.pending -= 1;
  }
}

/** What somebody else replaced of this tab's changes to a clip. */
export interface Replaced {
  /** Empty if nobody is named. */
  by: string;
  fields: string[];
}

/** Finds what somebody else replaced, once; null if nobody did. */
export function replacedByOther(clip: Media): Replaced | null {
  const known = own.get(clip.id);
  if (!known || known.pending > 0) return null;
  const news = (clip.history ?? []).filter(({ at }) => !known.seen.has(at));
  for (const { at } of news) known.seen.add(at);
  const changed = new Set(news.flatMap(({ what }) => (what === 'revert' ? [...known.fields] : what.split(', '))));
  const fields = [...known.fields].filter((field) => changed.has(field));
  for (const field of fields) known.fields.delete(field);
  if (fields.length === 0) return null;
  return { by: news.at(-1)?.by ?? '', fields };
}
