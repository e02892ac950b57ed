import { makeLook } from '../../src/features/media/prepare/look-at-clip.ts';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import {
  type FileInput,
  filesIn,
  type PreparedClip,
  type VideoLook,
} from '../../src/features/media/prepare/prepared-clip.ts';
import { RENDITIONS } from '../../src/platform/ffmpeg/segment-format.ts';
import { type SampleName, sample } from './media-samples.ts';
import { tempFolder } from './temp-folder.ts';

const prepared = new Map<string, Promise<PreparedClip>>();

/** A sample as it goes into a film, prepared once a run for all tests that ask for the same. Read its files only. */
export function prepare(
  name: SampleName,
  kind: FileInput['kind'],
  more: Partial<FileInput> = {},
): Promise<PreparedClip> {
  const key = JSON.stringify([name, kind, more, RENDITIONS]);
  const known = prepared.get(key);
  if (known) return known;
  const making = (async () => prepareClip({ kind, path: await sample(name), edit: {}, ...more }, await tempFolder()))();
  prepared.set(key, making);
  return making;
}

/**
 * The look at a video, which makes its sound and remarks: half the commands of a preparation, which takes both as they are
 * (`prepare-look.test.ts`).
 */
export async function look(
  name: SampleName,
  more: Partial<FileInput> = {},
): Promise<VideoLook & { audio: string; preview: string }> {
  const folder = await tempFolder();
  const made = await makeLook({ kind: 'video', path: await sample(name), edit: {}, ...more }, null, folder);
  if (!made.look) throw new Error(`no look at ${name}`);
  const { audio, quickPreview } = filesIn(folder);
  return { ...made.look, audio, preview: quickPreview };
}
