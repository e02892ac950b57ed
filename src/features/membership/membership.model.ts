import { type InferSchemaType, model, Schema } from 'mongoose';

const text = { type: String, default: null } as const;
const time = { type: Date, default: null } as const;

/** A user's membership, as the provider last told it. */
const membershipSchema = new Schema(
  {
    /** User id. */
    _id: { type: Schema.Types.ObjectId, required: true },
    customerId: text,
    subscriptionId: text,
    status: { type: String, enum: ['none', 'active', 'pastDue', 'cancelled'] as const, default: 'none' },
    plan: { type: String, enum: ['monthly', 'yearly', null] as const, default: null },
    periodStart: time,
    periodEnd: time,
    isEnding: { type: Boolean, default: false },
    cardLast4: text,
    nextAttempt: time,
    /** When we asked for this: an answer to an earlier question doesn't replace it. */
    askedAt: { type: Date, default: () => new Date(0) },
    /** The latest payment page, and how many there were. */
    pageId: text,
    pagePlan: text,
    round: { type: Number, default: 0 },
  },
  { timestamps: true, versionKey: false },
);
// For those whose news are overdue.
membershipSchema.index({ status: 1, periodEnd: 1 });
membershipSchema.index({ status: 1, askedAt: 1 });
membershipSchema.index({ status: 1, updatedAt: 1 });

export type StoredMembership = InferSchemaType<typeof membershipSchema>;
export const MembershipModel = model('Membership', membershipSchema);
