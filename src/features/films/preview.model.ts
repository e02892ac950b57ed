import { model, Schema } from 'mongoose';
import type { PreviewPart } from './preview/playlist.ts';

export interface StoredPreview {
  /** `mediaId:segmentKey`. */
  _id: string;
  parts: PreviewPart[];
}

const previewSchema = new Schema<StoredPreview>(
  {
    _id: { type: String, required: true },
    parts: { type: [new Schema({ frames: Number, offset: Number, bytes: Number }, { _id: false })], default: [] },
  },
  { collection: 'previews' },
);

/** Which clips can be played in the preview, and in which parts their files are read. */
export const PreviewModel = model<StoredPreview>('Preview', previewSchema);

export function previewId(mediaId: string, segmentKey: string): string {
  return `${mediaId}:${segmentKey}`;
}
