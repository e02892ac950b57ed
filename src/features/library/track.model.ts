import { type InferSchemaType, model, Schema, Types } from 'mongoose';
import { TRACK_STATUS } from '../../shared/contracts/tracks.ts';
import { MOODS } from '../../shared/moods.ts';
import { OCCASION_TYPES } from '../../shared/occasions.ts';

const required = { type: Number, required: true } as const;

const trackSchema = new Schema(
  {
    title: { type: String, required: true },
    artist: { type: String, default: '' },
    mood: { type: String, enum: [...MOODS, null], default: null },
    occasions: { type: [{ type: String, enum: OCCASION_TYPES, required: true }], default: [] },
    /** Null for public tracks. */
    eventId: { type: Schema.Types.ObjectId, default: null },
    /** Which of its event's places it has, counted from 0: unique, so that their number is limited. */
    place: { type: Number, required: true },
    status: { type: String, enum: TRACK_STATUS, required: true },
    error: { type: new Schema({ code: String, message: String }, { _id: false }), default: null },
    uploadId: { type: String, required: true },
    rightsConfirmedAt: { type: Date, required: true },
    /** Seconds. */
    length: { type: Number, default: 0 },
    waveform: { type: [Number], default: [] },
    beats: { type: [Number], default: null },
    /** Where it is repeated, in seconds; see `Loop`. */
    loop: { type: new Schema({ from: required, to: required, fade: required }, { _id: false }), default: null },
    /** Removed, but not all of its files are. */
    deletedAt: { type: Date, default: null },
  },
  { timestamps: true },
);
trackSchema.index({ uploadId: 1 }, { unique: true });
trackSchema.index({ eventId: 1, place: 1 }, { unique: true });
trackSchema.index({ status: 1, updatedAt: 1 });
trackSchema.index({ deletedAt: 1 });

export type StoredTrack = InferSchemaType<typeof trackSchema> & { _id: Types.ObjectId };
export const TrackModel = model('Track', trackSchema);
export { Types };
