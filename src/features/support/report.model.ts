import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { REPORT_STATUS } from '../../shared/contracts/reports.ts';

const reportSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    /** The clip that is meant; null: the whole page. */
    mediaId: { type: Schema.Types.ObjectId, default: null },
    /** The reporter's role; no address or key is stored. */
    role: { type: String, enum: ['recipient', 'viewOnly', 'public', 'staff'], required: true },
    /** Null if not signed in. */
    userId: { type: Schema.Types.ObjectId, default: null },
    /** May be empty. */
    reason: { type: String, default: '' },
    status: { type: String, enum: REPORT_STATUS, default: 'open' },
    /** Why staff decided so. */
    note: { type: String, default: '' },
    handledBy: { type: Schema.Types.ObjectId, default: null },
    handledAt: { type: Date, default: null },
  },
  { timestamps: true },
);
reportSchema.index({ status: 1, _id: 1 });
reportSchema.index({ eventId: 1, _id: -1 });
reportSchema.index({ userId: 1 });
reportSchema.index({ mediaId: 1, _id: -1 }, { partialFilterExpression: { mediaId: { $type: 'objectId' } } });

export type StoredReport = InferSchemaType<typeof reportSchema> & { _id: Types.ObjectId };
export const ReportModel = model('Report', reportSchema);
