import { model, Schema, type Types } from 'mongoose';
import type { LINK_LIFETIME } from '../../shared/limits.ts';

export type TokenKind = keyof typeof LINK_LIFETIME;
export type TokenData = Record<string, string | string[]>;

/** A mailed link as stored; private to `one-time-tokens.ts`. */
export interface StoredToken {
  /** SHA-256 of the token: a copy of the database opens nothing. */
  _id: string;
  kind: TokenKind;
  userId: Types.ObjectId | null;
  /** The address it was mailed to, lower case. */
  email: string | null;
  data: TokenData;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  /** How often a code for it was tried. */
  tries: number;
  /** Until then a second click is answered by what happened. */
  forgetAt: Date;
}

const tokenSchema = new Schema<StoredToken>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, default: null },
    email: { type: String, default: null },
    data: { type: Schema.Types.Mixed, default: {} },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    usedAt: { type: Date, default: null },
    tries: { type: Number, default: 0 },
    forgetAt: { type: Date, required: true, expires: 0 },
  },
  { collection: 'one_time_tokens', minimize: false, versionKey: false },
);
tokenSchema.index({ userId: 1, kind: 1 });

export const TokenModel = model<StoredToken>('OneTimeToken', tokenSchema);
