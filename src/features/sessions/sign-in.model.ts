import { model, Schema, type Types } from 'mongoose';
import type { SignInWay } from '../../shared/contracts/accounts.ts';
import type { StepProof } from './sign-ins.service.ts';

/** One sign-in, which lasts as long as its session; private to this feature. */
export interface StoredSignIn {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  via: SignInWay;
  /** The factor of its second step; null without one. */
  secondStep: StepProof | null;
  /** Such as "Firefox on Windows". */
  device: string;
  /** The network, never a whole address. */
  network: string | null;
  addressHash: string | null;
  startedAt: Date;
  lastSeenAt: Date;
  /** The session is valid until then. */
  expiresAt: Date;
}

const signInSchema = new Schema<StoredSignIn>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    via: { type: String, required: true },
    secondStep: { type: String, default: null },
    device: { type: String, default: '' },
    network: { type: String, default: null },
    addressHash: { type: String, default: null },
    startedAt: { type: Date, required: true },
    lastSeenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: 'sign_ins', versionKey: false },
);
signInSchema.index({ userId: 1, startedAt: -1 });

export const SignInModel = model<StoredSignIn>('SignIn', signInSchema);
