import { Schema } from 'mongoose';

const BYTES = { offset: { type: Number, required: true }, bytes: { type: Number, required: true } };
const streamSchema = new Schema(
  {
    header: { type: new Schema(BYTES, { _id: false }), required: true },
    parts: { type: [new Schema({ ...BYTES, frames: { type: Number, required: true } }, { _id: false })], default: [] },
  },
  { _id: false },
);

/** Stored fields about a clip's segments. */
export const preparedFields = {
  /** Prepared without an edit, for the editor; null while the clip has none. */
  unedited: {
    type: new Schema(
      {
        folder: { type: String, required: true },
        length: { type: Number, required: true },
        bytes: { type: Number, default: null },
      },
      { _id: false },
    ),
    default: null,
  },
  /** Result of the last preparation, which stays playable during the next. */
  prepared: {
    type: new Schema(
      {
        segmentKey: { type: String, required: true },
        /** Folder in the file store. */
        folder: { type: String, required: true },
        frames: { type: Number, required: true },
        /** Byte ranges for HLS in its 720p file; null for older segments. */
        stream: { type: streamSchema, default: null },
        /** Whether transitions can be made from its edges. */
        hasEdges: { type: Boolean, default: false },
        /** Of its files; null in older segments until they are measured. */
        bytes: { type: Number, default: null },
        /** Whether names are part of its picture, as in all older segments. */
        hasName: { type: Boolean, default: true },
        integratedLoudness: { type: Number, default: null },
      },
      { _id: false },
    ),
    default: null,
  },
};
