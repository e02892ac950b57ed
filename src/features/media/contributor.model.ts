import { model, Schema } from 'mongoose';

const contributorSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    key: { type: String, required: true },
    name: { type: String, required: true },
    /** Places of this contributor's clips, reserved before the clips are stored. */
    items: { type: [String], default: [] },
    /** Keys of the mails that sent this contributor's link. */
    receiptMails: { type: [String], default: [] },
  },
  { timestamps: true },
);
contributorSchema.index({ eventId: 1, key: 1 }, { unique: true });
contributorSchema.index({ key: 1 });

export const ContributorModel = model('Contributor', contributorSchema);

const takenPlacesSchema = new Schema(
  {
    /** Event id. */
    _id: { type: String, required: true },
    /** Places of the event's clips, and its contributors: both count towards limits. */
    items: { type: [String], default: [] },
    contributors: { type: [String], default: [] },
  },
  { collection: 'taken_places' },
);

export const TakenPlacesModel = model('TakenPlaces', takenPlacesSchema);
