import { model, Schema } from 'mongoose';

const mailStopSchema = new Schema(
  {
    /** Hash of an address and a kind of mail or a sender. */
    _id: { type: String, required: true },
    stoppedAt: { type: Date, required: true },
  },
  { collection: 'mail_stops' },
);

/** Mails that people stopped by a link, or before their address left its account; holds no address. */
export const MailStopModel = model('MailStop', mailStopSchema);
