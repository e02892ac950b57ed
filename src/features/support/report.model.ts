import { model, Schema } from 'mongoose';

const reportSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    /** The reporter's role; no address or key is stored. */
    role: { type: String, enum: ['recipient', 'viewOnly', 'public', 'staff'], required: true },
    /** Null if not signed in. */
    userId: { type: Schema.Types.ObjectId, default: null },
    /** May be empty. */
    reason: { type: String, default: '' },
    status: { type: String, enum: ['open', 'confirmed', 'dismissed'], default: 'open' },
  },
  { timestamps: true },
);
reportSchema.index({ status: 1, createdAt: 1 });
reportSchema.index({ eventId: 1, createdAt: -1 });
reportSchema.index({ userId: 1 });

export const ReportModel = model('Report', reportSchema);
