import { RENDITIONS, type RenditionName } from '../../src/platform/ffmpeg/segment-format.ts';
import { SMALL } from './small-pictures.ts';

/**
 * Makes the tests of the surrounding `describe` encode pictures at 320x180, which takes a third of the time: for tests that
 * are not about the size of pictures.
 */
export function useSmallPictures(): void {
  const full = structuredClone(RENDITIONS);
  const names = Object.keys(full) as RenditionName[];
  before(() => {
    for (const name of names) Object.assign(RENDITIONS[name], SMALL);
  });
  after(() => {
    for (const name of names) Object.assign(RENDITIONS[name], full[name]);
  });
}
