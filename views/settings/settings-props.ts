import type { SessionInfo, User } from '../../src/shared/contracts/accounts.ts';
import type { Identity } from '../../src/shared/contracts/identities.ts';
import type { Passkey } from '../../src/shared/contracts/passkeys.ts';
import type { SecondFactorState } from '../../src/shared/contracts/second-factor.ts';
import type { StaffRole } from '../../src/shared/roles.ts';
import type { FormProblems } from '../door/problems.ts';

/** Forms that show beside their fields what was refused. */
export type FieldForm =
  | 'details'
  | 'email'
  | 'password'
  | 'providers'
  | 'passkey'
  | 'second-step-off'
  | 'recovery-codes'
  | 'delete';

/** Which forms ask for a code of the second step, as it is on and was passed a while ago. */
export interface AsksCode {
  /** Those that otherwise take the password. */
  withPassword: boolean;
  /** Those that otherwise take a recent sign-in. */
  alone: boolean;
}

/** What just happened. */
export interface SettingsNote {
  section: 'account' | 'security' | 'mails' | 'data';
  tone: 'good' | 'info' | 'bad';
  text: string;
}

/** A form that came back. */
export interface Refused extends FormProblems {
  form: FieldForm;
  values: Record<string, string>;
}

export interface SecurityFacts {
  user: User;
  identities: readonly Identity[];
  /** Providers that are configured, with the address that leads there. */
  providers: readonly { name: 'google' | 'apple'; href: string }[];
  passkeys: readonly Passkey[];
  secondFactor: SecondFactorState;
  asksCode: AsksCode;
  /** The role of staff that does not count here for want of a second step. */
  waitingRole: StaffRole | null;
  sessions: readonly SessionInfo[];
}

/** Dates as the person reads them. */
export interface DateLook {
  timeZone: string;
  locale: string;
  /** Milliseconds since 1970. */
  now: number;
}
