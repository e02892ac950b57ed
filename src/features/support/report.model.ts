import { model, Schema } from 'mongoose';

const reportSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    /** Who the reporter was to the event; neither an address nor a key is kept. */
    role: { type: String, enum: ['recipient', 'viewOnly', 'public', 'staff'], required: true },
    /** Null where nobody was signed in. */
    userId: { type: Schema.Types.ObjectId, default: null },
    /** Empty where no words were given. */
    reason: { type: String, default: '' },
    status: { type: String, enum: ['open', 'confirmed', 'dismissed'], default: 'open' },
  },
  { timestamps: true },
);
reportSchema.index({ status: 1, createdAt: 1 });
reportSchema.index({ eventId: 1, createdAt: -1 });
reportSchema.index({ userId: 1 });

export const ReportModel = model('Report', reportSchema);
