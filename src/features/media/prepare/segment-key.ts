import { createHash } from 'node:crypto';
import { PIPELINE_VERSION } from '../../../platform/ffmpeg/segment-format.ts';
import type { MediaEdit } from '../../../shared/media-edit.ts';
import { visibleText } from './visible-text.ts';

/** An edit reduced to what affects the result, so that equal results have equal keys. */
export function plainEdit(edit: MediaEdit): MediaEdit {
  const plain: MediaEdit = {};
  if (edit.trim && (edit.trim.start > 0 || edit.trim.end > 0)) {
    plain.trim = { start: round(edit.trim.start), end: round(edit.trim.end) };
  }
  if (edit.crop && !isWhole(edit.crop)) {
    const { x, y, width, height } = edit.crop;
    plain.crop = { x: round(x), y: round(y), width: round(width), height: round(height) };
  }
  if (edit.rotate) plain.rotate = edit.rotate;
  if (edit.muted) plain.muted = true;
  else if (edit.volume) plain.volume = round(edit.volume);
  if (edit.fill && edit.fill !== 'blur') plain.fill = edit.fill;
  return { ...plain, ...laterFields(edit) };
}

/** Fields that came later: last, and only where they are set, so that older segments keep their keys. */
function laterFields(edit: MediaEdit): MediaEdit {
  const plain: MediaEdit = {};
  if (edit.cuts?.length) plain.cuts = edit.cuts.map(({ start, end }) => ({ start: round(start), end: round(end) }));
  if (edit.straighten) plain.straighten = round(edit.straighten);
  if (edit.flip) plain.flip = edit.flip;
  if (edit.denoise && !edit.muted) plain.denoise = true;
  if (edit.speed !== undefined && edit.speed !== 1) plain.speed = round(edit.speed);
  if (edit.look) plain.look = edit.look;
  if (edit.length !== undefined) plain.length = round(edit.length);
  return plain;
}

/**
 * Key of a segment: equal for the same source, edit, name and pipeline version, so that nothing is encoded twice.
 * `sourceSha256` in hex; returns 40 hex digits, safe in paths.
 */
export function segmentKey(
  sourceSha256: string,
  edit: MediaEdit,
  nameCaption: string,
  pipelineVersion: number = PIPELINE_VERSION,
): string {
  const facts = [pipelineVersion, sourceSha256, plainEdit(edit), visibleText(nameCaption).normalize('NFC')];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 40);
}

function isWhole(crop: NonNullable<MediaEdit['crop']>): boolean {
  return crop.x <= 0.001 && crop.y <= 0.001 && crop.width >= 0.999 && crop.height >= 0.999;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
