import { model, Schema, type Types } from 'mongoose';
import type { PreviewPart } from './preview/playlist.ts';
import { PREVIEW_VERSION } from './preview/preview-segment.ts';

export interface StoredPreview {
  /** See `previewId`. */
  _id: string;
  eventId: Types.ObjectId;
  parts: PreviewPart[];
}

const previewSchema = new Schema<StoredPreview>(
  {
    _id: { type: String, required: true },
    eventId: { type: Schema.Types.ObjectId, required: true, index: true },
    parts: { type: [new Schema({ frames: Number, offset: Number, bytes: Number }, { _id: false })], default: [] },
  },
  { collection: 'previews' },
);

/** Which clips can be played in the preview, and in which parts their files are read. */
export const PreviewModel = model<StoredPreview>('Preview', previewSchema);

/** One clip under one edit, in the form that the preview is made in today. */
export function previewId(mediaId: string, segmentKey: string): string {
  return `${mediaId}:${segmentKey}:${PREVIEW_VERSION}`;
}
