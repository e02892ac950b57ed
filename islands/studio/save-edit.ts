import {
  duplicateMedia,
  findSilence,
  regenerateImage,
  renderPinturaEdit,
  revertMedia,
  reviewUpscale,
  transcribeMedia,
  upscaleMedia,
} from '../../src/shared/contracts/clip-edits.ts';
import { type Media, updateMedia } from '../../src/shared/contracts/media.ts';
import { editedMoment } from '../../src/shared/edited-length.ts';
import { api, isRefused } from '../runtime/api.ts';
import type { Drafted } from './edit-draft.ts';
import { differing, ownChange } from './own-changes.ts';
import { secondsOff } from './tighten-words.ts';
import type { Studio } from './use-studio.ts';
import type { Problem } from './use-studio-data.ts';

/** Saves what an editor changed, and offers to undo it. @param from the edit that the editor began with */
export async function saveEdit(
  studio: Studio,
  clip: Media,
  edit: Drafted,
  from: Drafted,
  onFail: (problem: Problem) => void,
): Promise<Media | null> {
  const put = ({ captions = [], ...to }: Drafted, { captions: said = [], ...base }: Drafted) => {
    const isSaidAnew = JSON.stringify(captions) !== JSON.stringify(said);
    const body = { edit: to, editFrom: base, ...(isSaidAnew && { captions }) };
    const fields = [...differing(to, base), ...(isSaidAnew ? ['captions'] : [])];
    return ownChange(clip.id, fields, () => api.call(updateMedia, { params: { id: clip.id }, body }));
  };
  const saved = await studio.run(() => put(edit, from), onFail);
  if (!saved) return null;
  studio.show({
    text: `${clip.contributor.name}’s clip is saved. The film has it in a moment.`,
    action: { label: 'Undo', onClick: () => void studio.run(() => put(from, edit)) },
  });
  return saved;
}

/** Makes a moment of the recording the clip's poster. */
export async function takePoster(studio: Studio, { id, source, edit, length }: Media, at: number): Promise<boolean> {
  const moment = Math.min(length, editedMoment(source?.length ?? length, edit, at));
  const taken = await studio.run(() => api.call(regenerateImage, { params: { id }, body: { at: moment } }));
  return taken !== null;
}

/** Has what is said in clips written down. */
export async function transcribe(studio: Studio, clips: readonly Media[]): Promise<void> {
  await studio.run(async () => {
    for (const { id } of clips) await ownChange(id, [], () => api.call(transcribeMedia, { params: { id } }));
  });
}

/** Looks for dead time in a clip. */
export async function lookForSilence(studio: Studio, { id }: Media): Promise<void> {
  await studio.run(() => ownChange(id, [], () => api.call(findSilence, { params: { id } })));
}

/** Leaves out the dead time of clips, and offers to undo it. */
export async function tightenClips(studio: Studio, clips: readonly Media[]): Promise<void> {
  const change = (trim: (clip: Media) => Pick<Media['edit'], 'trim'>, from: typeof trim) =>
    studio.run(async () => {
      for (const clip of clips) {
        const { id } = clip;
        const { trim: _trim, ...edit } = clip.edit;
        const body = { edit: { ...edit, ...trim(clip) }, editFrom: { ...edit, ...from(clip) } };
        await ownChange(id, ['trim', 'cuts'], () => api.call(updateMedia, { params: { id }, body }));
      }
      return true;
    });
  const tight = ({ tighten }: Media) => (tighten ? { trim: tighten } : {});
  const loose = () => ({});
  if (!(await change(tight, loose))) return;
  studio.show({
    text: `${secondsOff(clips)} shorter. Nothing is lost: the ends can be moved back.`,
    action: { label: 'Undo', onClick: () => void change(loose, tight) },
  });
}

/** Removes all edits of clips, and offers to undo it. */
export async function revertClips(studio: Studio, clips: readonly Media[]): Promise<void> {
  const edited = clips.filter(({ edit, annotation }) => Object.keys(edit).length > 0 || annotation);
  const change = (work: (clip: Media) => Promise<Media>) =>
    studio.run(async () => {
      for (const clip of edited) await ownChange(clip.id, Object.keys(clip.edit), () => work(clip));
      return true;
    });
  const done = await change(({ id }) => api.call(revertMedia, { params: { id } }));
  if (!done) return;
  const [only] = edited;
  const text =
    edited.length === 1 && only
      ? `${only.contributor.name}’s clip is as it came.`
      : `${edited.length} clips are as they came.`;
  const undo = () =>
    change(async ({ id, edit, annotation = null, isPainted, upscale }) => {
      const params = { id };
      if (upscale?.status === 'approved') {
        await api.call(reviewUpscale, { params, body: { approved: true } }).catch(unlessDecided);
      }
      const back = await api.call(updateMedia, { params, body: { edit, annotation } });
      return isPainted ? api.call(renderPinturaEdit, { params }) : back;
    });
  studio.show({ text, action: { label: 'Undo', onClick: () => void undo() } });
}

/** Somebody else may have decided about the sharper version meanwhile. */
function unlessDecided(error: unknown): void {
  if (!isRefused(error) || error.code !== 'WRONG_STATE') throw error;
}

/** Mutes clips, or turns their sound on again. */
export async function muteClips(studio: Studio, clips: readonly Media[], muted: boolean): Promise<void> {
  const others = clips.filter(({ edit }) => Boolean(edit.muted) !== muted);
  const change = (to: boolean) =>
    studio.run(async () => {
      for (const { id, edit } of others) {
        const body = { edit: { ...edit, muted: to }, editFrom: { ...edit, muted: !to } };
        await ownChange(id, ['muted'], () => api.call(updateMedia, { params: { id }, body }));
      }
      return true;
    });
  if (!(await change(muted))) return;
  studio.show({
    text: muted ? 'The sound is off.' : 'The sound is on again.',
    action: { label: 'Undo', onClick: () => void change(!muted) },
  });
}

export async function upscaleClip(studio: Studio, { id, contributor }: Media): Promise<void> {
  const asked = await studio.run(() => api.call(upscaleMedia, { params: { id } }));
  if (asked) studio.show({ text: `${contributor.name}’s clip is being made sharper. You can compare it soon.` });
}

export async function duplicateClip(studio: Studio, { id, contributor }: Media): Promise<void> {
  const copy = await studio.run(() => api.call(duplicateMedia, { params: { id } }));
  if (copy) studio.show({ text: `A copy of ${contributor.name}’s clip is behind it.` });
}
