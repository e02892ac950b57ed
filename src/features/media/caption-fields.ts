import { Schema } from 'mongoose';
import { TRANSCRIPTION_STATUS } from '../../shared/contracts/captions.ts';

const PART = { start: { type: Number, required: true }, end: { type: Number, required: true } } as const;

/** Stored fields about what is said in a clip; times are seconds of the recording. */
export const captionFields = {
  captions: {
    type: [new Schema({ ...PART, text: { type: String, required: true } }, { _id: false })],
    default: [],
  },
  /** Writing down what is said, while it goes on or after it failed. */
  transcription: {
    type: new Schema(
      {
        status: { type: String, enum: TRANSCRIPTION_STATUS, required: true },
        /** For the organiser, once it failed. */
        message: { type: String, default: '' },
        /** In milliseconds; results for other requests are dropped. */
        askedAt: { type: Number, required: true },
      },
      { _id: false },
    ),
    default: null,
  },
  /** Times that the above was asked for. */
  transcribed: { type: Number, default: 0 },
  /** First and last second at which something is heard; null if it was never measured. */
  heard: { type: new Schema(PART, { _id: false }), default: null },
};
