import { model, Schema } from 'mongoose';

const mailStopSchema = new Schema(
  {
    /** Hash of an address and a kind of mail or a sender. */
    _id: { type: String, required: true },
    stoppedAt: { type: Date, required: true },
  },
  { collection: 'mail_stops' },
);

/** Mails that people without an account stopped; holds no address. */
export const MailStopModel = model('MailStop', mailStopSchema);
