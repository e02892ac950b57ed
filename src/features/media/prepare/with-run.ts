import { mkdir, rm } from 'node:fs/promises';
import { withTempFolder } from '../../../platform/ffmpeg/temp-folder.ts';
import { identify } from './identify.ts';
import { asMediaError, wrongType } from './media-error.ts';
import { type FileInput, filesIn, type PrepareInput, type PrepareOptions } from './prepared-clip.ts';
import { BROKEN, type Run } from './run.ts';
import { plainEdit } from './segment-key.ts';
import type { SourceFacts } from './source-facts.ts';
import { visibleText } from './visible-text.ts';

/** Runs `work` with files in `outFolder`, and removes them if it fails. Throws like `prepareClip`. */
export async function withRun<T>(
  input: PrepareInput,
  outFolder: string,
  options: PrepareOptions,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  await mkdir(outFolder, { recursive: true });
  const files = filesIn(outFolder);
  try {
    return await withTempFolder(outFolder, (temp) =>
      work({ edit: plainEdit(input.edit), name: visibleText(input.name ?? ''), files, temp, options }),
    );
  } catch (error) {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
    throw asMediaError(error, BROKEN);
  }
}

/** Identifies the file. Throws WRONG_TYPE if it is of another kind than claimed. */
export async function factsOf(input: FileInput, run: Run): Promise<SourceFacts> {
  const facts = input.facts ?? (await identify(input.path, run.options));
  checkKind(input.kind, facts);
  return facts;
}

/** A GIF claimed as a photo may be animated; other kinds can't change. */
function checkKind(asked: FileInput['kind'], facts: SourceFacts): void {
  if (asked === facts.kind || facts.mime === 'image/gif') return;
  const words = { video: 'a video', photo: 'a photo', audio: 'a sound recording' };
  throw wrongType(`${words[facts.kind]}, not ${words[asked]}`);
}
