import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import type { FileInput, PreparedClip } from '../../src/features/media/prepare/prepared-clip.ts';
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
