import { type Connection, Types } from 'mongoose';
import { Secret, TOTP } from 'otpauth';
import { confirmSecondFactor, setUpSecondFactor } from '../../src/shared/contracts/second-factor.ts';
import type { SignedInUser } from './user.ts';

/** An app on a phone that makes codes. */
export interface CodeApp {
  /** The code of now, or of so many spans of 30 seconds later. */
  code(later?: number): string;
  /** Lets the codes that were used be good again, as if time had passed. */
  letTimePass(): Promise<void>;
  recoveryCodes: string[];
}

/** Confirms somebody's address, as the mailed link does. */
export async function confirmAddress(connection: Connection, email: string): Promise<void> {
  await connection.collection('users').updateOne({ email }, { $set: { verifiedAt: new Date() } });
}

/** Turns the second factor on for somebody. */
export async function useCodeApp(connection: Connection, person: SignedInUser): Promise<CodeApp> {
  const { id, email } = person.user;
  await confirmAddress(connection, email);
  const { secret } = await person.call(setUpSecondFactor, { params: { id } });
  const code = (later = 0) => codeFor(secret, later);
  const { recoveryCodes } = await person.call(confirmSecondFactor, { params: { id }, body: { code: code() } });
  return {
    code,
    recoveryCodes,
    letTimePass: async () => {
      await connection
        .collection('second_factors')
        .updateOne({ _id: new Types.ObjectId(id) }, { $set: { lastStep: 0 } });
    },
  };
}

/** What an app shows for a secret as the page shows it. */
export function codeFor(secret: string, later = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return app.generate({ timestamp: Date.now() + later * 30_000 });
}

/** Runs `work` on a code's time span, and again if a new span began meanwhile. */
export async function withinOneSpan<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    const span = Math.floor(Date.now() / 30_000);
    const outcome = await act();
    if (Math.floor(Date.now() / 30_000) === span) return outcome;
  }
}
