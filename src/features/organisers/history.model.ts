import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { HISTORY } from '../../shared/history.ts';

const historySchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    at: { type: Date, required: true },
    userId: { type: Schema.Types.ObjectId, default: null },
    /** Of the organiser; empty once their account is gone. */
    firstName: { type: String, default: '' },
    what: { type: String, enum: HISTORY, required: true },
    about: { type: String, default: '' },
  },
  { collection: 'event_history' },
);
historySchema.index({ eventId: 1, _id: -1 });
historySchema.index({ userId: 1, _id: 1 });

export type StoredHistory = InferSchemaType<typeof historySchema> & { _id: Types.ObjectId };

/** What organisers did at events. */
export const HistoryModel = model('History', historySchema);
