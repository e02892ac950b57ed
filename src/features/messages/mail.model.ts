import { model, Schema } from 'mongoose';

const mailSchema = new Schema(
  {
    /** Deduplication key. */
    _id: { type: String, required: true },
    template: { type: String, required: true },
    sentAt: { type: Date, required: true, expires: 180 * 24 * 3600 },
  },
  { collection: 'sent_mails' },
);

/** Mails handed over to the mail server, without content and address. */
export const SentMailModel = model('SentMail', mailSchema);
