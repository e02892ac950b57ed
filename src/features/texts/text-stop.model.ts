import { model, Schema } from 'mongoose';

const textStopSchema = new Schema(
  {
    /** Hash of a number. */
    _id: { type: String, required: true },
    stoppedAt: { type: Date, required: true },
  },
  { collection: 'text_stops' },
);

/** Numbers that get no texts any more, as their owners answered STOP; holds no number. */
export const TextStopModel = model('TextStop', textStopSchema);
