import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { REACTIONS } from '../../shared/reactions.ts';

const premiereSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true, unique: true },
    startsAt: { type: Date, required: true },
    /** Seconds into the film at `at`, from which it plays on unless paused. */
    position: { type: Number, required: true, default: 0 },
    at: { type: Date, required: true },
    isPaused: { type: Boolean, required: true, default: false },
    endedAt: { type: Date, default: null },
    /** Grows with each change, so that concurrent hosts don't undo each other. */
    revision: { type: Number, required: true, default: 1 },
  },
  { timestamps: true },
);

/** A connection in the room. */
const seatSchema = new Schema({
  _id: { type: String, required: true },
  eventId: { type: Schema.Types.ObjectId, required: true },
  process: { type: String, required: true },
  name: { type: String, default: null },
  isHonoured: { type: Boolean, default: false },
  isHost: { type: Boolean, default: false },
  cameAt: { type: Date, required: true },
  seenAt: { type: Date, required: true },
});
seatSchema.index({ eventId: 1, seenAt: 1 });
seatSchema.index({ process: 1 });
seatSchema.index({ seenAt: 1 }, { expireAfterSeconds: 600 });

/** How often a reaction was sent in one second of the film. */
const reactionSchema = new Schema({
  eventId: { type: Schema.Types.ObjectId, required: true },
  second: { type: Number, required: true },
  reaction: { type: String, enum: REACTIONS, required: true },
  count: { type: Number, required: true, default: 0 },
});
reactionSchema.index({ eventId: 1, second: 1, reaction: 1 }, { unique: true });

export type StoredPremiere = InferSchemaType<typeof premiereSchema> & { _id: Types.ObjectId };
export type StoredSeat = InferSchemaType<typeof seatSchema>;

export const PremiereModel = model('Premiere', premiereSchema);
export const PremiereSeatModel = model('PremiereSeat', seatSchema, 'premiereseats');
export const PremiereReactionModel = model('PremiereReaction', reactionSchema, 'premierereactions');
