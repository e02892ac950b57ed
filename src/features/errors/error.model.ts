import { model, Schema, type Types } from 'mongoose';
import { ERROR_STATES, type ErrorState } from '../../shared/gathered-errors.ts';

/** One kind of error, however often it occurred. Private to this feature. */
export interface StoredError {
  _id: Types.ObjectId;
  /** Equal for equal errors; see `fingerprintOf`. */
  fingerprint: string;
  side: 'browser' | 'server';
  type: string;
  message: string;
  stack: string;
  place: string;
  device: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
  state: ErrorState;
  decidedBy: Types.ObjectId | null;
  note: string;
}

/** Seconds after the last time that an error is forgotten. */
const KEPT = 90 * 24 * 3600;

const errorSchema = new Schema<StoredError>(
  {
    fingerprint: { type: String, required: true, unique: true },
    side: { type: String, enum: ['browser', 'server'], required: true },
    type: { type: String, required: true },
    message: { type: String, default: '' },
    stack: { type: String, default: '' },
    place: { type: String, default: '' },
    device: { type: String, default: '' },
    count: { type: Number, required: true },
    firstAt: { type: Date, required: true },
    lastAt: { type: Date, required: true, expires: KEPT },
    state: { type: String, enum: ERROR_STATES, required: true },
    decidedBy: { type: Schema.Types.ObjectId, default: null },
    note: { type: String, default: '' },
  },
  { collection: 'gathered_errors', versionKey: false },
);
errorSchema.index({ state: 1, lastAt: -1, _id: -1 });
errorSchema.index({ side: 1 });

export const ErrorModel = model<StoredError>('GatheredError', errorSchema);
