import { model, Schema } from 'mongoose';

const mailSchema = new Schema(
  {
    /** What the mail is about; the same key is sent once. */
    _id: { type: String, required: true },
    template: { type: String, required: true },
    sentAt: { type: Date, required: true, expires: 180 * 24 * 3600 },
  },
  { collection: 'sent_mails' },
);

/** Which mails were handed over, without their words and addresses. */
export const SentMailModel = model('SentMail', mailSchema);
