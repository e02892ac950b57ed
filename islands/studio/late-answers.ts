import { type Media, updateMedia } from '../../src/shared/contracts/media.ts';
import { api } from '../runtime/api.ts';
import type { Studio } from './use-studio.ts';

/* Decisions on late clips; both can be undone. */

/** Takes late clips into the film. */
export async function takeIn(studio: Studio, clips: readonly Media[]): Promise<void> {
  const answer = (isWaiting: boolean) =>
    studio.run(async () => {
      for (const { id } of clips) await api.call(updateMedia, { params: { id }, body: { isWaiting } });
      return true;
    });
  if (!(await answer(false))) return;
  const who = clips.length === 1 ? clips[0]?.contributor.name : `All ${clips.length}`;
  studio.show({ text: `${who} will be in the film.`, action: { label: 'Undo', onClick: () => void answer(true) } });
}

/** Leaves a late clip out for now. */
export async function leaveLateOut(studio: Studio, { id, contributor }: Media): Promise<void> {
  const answer = (hidden: boolean) =>
    studio.run(() => api.call(updateMedia, { params: { id }, body: { hidden, ...(!hidden && { isWaiting: true }) } }));
  if (!(await answer(true))) return;
  studio.show({
    text: `${contributor.name} stays out. You can still add the clip later.`,
    action: { label: 'Undo', onClick: () => void answer(false) },
  });
}
