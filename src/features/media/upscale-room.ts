import { UPSCALE } from '../../shared/studio-limits.ts';
import type { StoredMedia } from './media.model.ts';

type Sized = Pick<StoredMedia, 'kind' | 'width' | 'height' | 'length' | 'unedited'>;
const RATE = 30;

/** Whether a clip is so small that films show it enlarged. */
export function isSmall({ width, height }: Sized): boolean {
  return Math.max(width, height) <= UPSCALE.small;
}

/** Whether the network can enlarge a clip in time. */
export function fits({ kind, width, height, length, unedited }: Sized): boolean {
  if (width === 0 || height === 0) return false;
  if (kind === 'photo') return width * height <= UPSCALE.photo;
  return kind === 'video' && width * height * RATE * (unedited?.length ?? length) <= UPSCALE.video;
}
