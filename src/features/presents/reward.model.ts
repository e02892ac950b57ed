import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { REWARD_STATUSES } from '../../shared/presents.ts';

const optional = { type: String, default: null } as const;

/** What a recipient chose from the pool. */
const rewardSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    recipientId: { type: String, required: true },
    /** First name, for the partner. */
    name: { type: String, required: true },
    productId: { type: String, required: true },
    productName: { type: String, required: true },
    /** Cents. */
    amount: { type: Number, required: true },
    /** Where the partner sends it; null where it answers a link. */
    email: optional,
    /** `offered` until the money is taken from the pool, `ordered` until the partner has decided. */
    status: { type: String, enum: REWARD_STATUSES, default: 'offered' },
    /** The partner's id, and what opens the card. */
    rewardId: optional,
    link: optional,
    /** Why the partner refused, in its words; for staff. */
    refusal: optional,
    /** When its mail came back, and why, in the partner’s word; null while it has not. */
    bounce: {
      type: new Schema(
        {
          at: { type: Date, required: true },
          why: { type: String, default: '' },
          canRepeat: { type: Boolean, required: true },
        },
        { _id: false },
      ),
      default: null,
    },
    /** How often it came back. */
    bounces: { type: Number, default: 0 },
    /** When the partner is asked whether its mail arrived; null where nothing is to be asked. */
    mailLookAt: { type: Date, default: null },
    mailLooks: { type: Number, default: 0 },
    /** Lease of the process that talks to the partner; null while none does. */
    token: optional,
    until: { type: Date, default: () => new Date(0) },
    attempts: { type: Number, default: 0 },
  },
  { timestamps: true },
);
rewardSchema.index({ eventId: 1, _id: -1 });
rewardSchema.index({ status: 1, until: 1 });
rewardSchema.index({ rewardId: 1 });
rewardSchema.index({ mailLookAt: 1 });
rewardSchema.index({ 'bounce.at': 1 });
rewardSchema.index({ email: 1 }, { partialFilterExpression: { email: { $gt: '' } } });

export type StoredReward = InferSchemaType<typeof rewardSchema> & { _id: Types.ObjectId };
export const RewardModel = model('Reward', rewardSchema);
