import { type InferSchemaType, model, Schema } from 'mongoose';

/** Who a person says they are at the sandbox's page. */
export interface SandboxPerson {
  /** The same for the same account there, whatever its address. */
  subject: string;
  email: string;
  isConfirmed: boolean;
  /** Whether the provider runs the address's domain. */
  isHosted: boolean;
  firstName: string;
  lastName: string;
}

/** Stored in the database, so that any web process can redeem a code issued by another. */
const codeSchema = new Schema(
  {
    /** SHA-256 of the code. */
    _id: { type: String, required: true },
    provider: { type: String, required: true },
    clientId: { type: String, required: true },
    redirectUri: { type: String, required: true },
    challenge: { type: String, required: true },
    nonce: { type: String, default: null },
    person: { type: Schema.Types.Mixed, required: true },
    usedAt: { type: Date, default: null },
    /** SHA-256 of the access token that it was redeemed for. */
    accessToken: { type: String, default: null, index: true },
    createdAt: { type: Date, default: () => new Date(), expires: 3600 },
  },
  { collection: 'sandbox_openid_codes' },
);
export type StoredCode = Omit<InferSchemaType<typeof codeSchema>, 'person'> & { person: SandboxPerson };
export const CodeModel = model<StoredCode>('SandboxOpenIdCode', codeSchema);
