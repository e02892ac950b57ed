import { model, Schema } from 'mongoose';

export interface StoredText {
  /** Deduplication key. */
  _id: string;
  /** `sending`: Twilio may have it, or not. */
  status: 'sending' | 'taken' | 'lost';
  /** Twilio’s id, once it has it. */
  sid: string | null;
  about: string;
  startedAt: Date;
}

const textSchema = new Schema<StoredText>(
  {
    _id: { type: String, required: true },
    status: { type: String, enum: ['sending', 'taken', 'lost'], required: true },
    sid: { type: String, default: null },
    about: { type: String, required: true },
    startedAt: { type: Date, required: true, expires: 180 * 24 * 3600 },
  },
  { collection: 'sent_texts' },
);

/** Texts handed over to Twilio, without content and number. */
export const TextModel = model<StoredText>('SentText', textSchema);
