import { deleteMedia, type Media, restoreMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import { count } from '../../src/shared/format.ts';
import { api } from '../runtime/api.ts';
import { type MoveTarget, movedTo } from './clip-order.ts';
import { idsOf, type Studio } from './use-studio.ts';

/* Bulk actions; each can be undone. Clips that are so already are left alone, or Undo would change them. */

export async function moveClips(studio: Studio, ids: readonly string[], target: MoveTarget): Promise<void> {
  const before = idsOf(studio.event);
  if (!(await studio.order(movedTo(before, ids, target)))) return;
  say(studio, `${count(ids.length, 'clip')} moved.`, () => studio.order(before));
}

export async function orderClips(studio: Studio, ids: string[]): Promise<void> {
  const before = idsOf(studio.event);
  if (!(await studio.order(ids))) return;
  say(studio, 'The film has a new order.', () => studio.order(before));
}

export async function hideClips(studio: Studio, clips: readonly Media[], hidden: boolean): Promise<void> {
  const others = clips.filter((clip) => clip.hidden !== hidden);
  const set = (isHidden: boolean) =>
    each(studio, others, (id) => api.call(updateMedia, { params: { id }, body: { hidden: isHidden } }));
  if (!(await set(hidden))) return;
  say(studio, `${count(others.length, 'clip')} ${hidden ? 'left out' : 'put back in'}.`, () => set(!hidden));
}

export async function removeClips(studio: Studio, clips: readonly Media[]): Promise<void> {
  const done = await each(studio, clips, (id) => api.call(deleteMedia, { params: { id }, query: {} }));
  if (!done) return;
  say(studio, `${count(clips.length, 'clip')} removed.`, () =>
    each(studio, clips, (id) => api.call(restoreMedia, { params: { id }, query: {} })),
  );
}

function each(studio: Studio, clips: readonly Media[], call: (id: string) => Promise<unknown>): Promise<true | null> {
  return studio.run(async () => {
    for (const { id } of clips) await call(id);
    return true as const;
  });
}

function say(studio: Studio, text: string, undo: () => Promise<unknown>): void {
  studio.show({ text, action: { label: 'Undo', onClick: () => void undo() } });
}
