import { model, Schema } from 'mongoose';

const mailStopSchema = new Schema(
  {
    /** Hash of an address and a kind of mail, or whose mails, that are not to be sent to it. */
    _id: { type: String, required: true },
    stoppedAt: { type: Date, required: true },
  },
  { collection: 'mail_stops' },
);

/** What people without an account asked us not to send; no address stands here. */
export const MailStopModel = model('MailStop', mailStopSchema);
