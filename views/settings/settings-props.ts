import type { SessionInfo, User } from '../../src/shared/contracts/accounts.ts';
import type { Identity } from '../../src/shared/contracts/identities.ts';
import type { Passkey } from '../../src/shared/contracts/passkeys.ts';
import type { SecondFactorState } from '../../src/shared/contracts/second-factor.ts';
import type { StaffRole } from '../../src/shared/roles.ts';
import type { FormProblems } from '../door/problems.ts';

/** Forms that show errors at their fields. */
export type FieldForm =
  | 'details'
  | 'email'
  | 'password'
  | 'providers'
  | 'passkey'
  | 'second-step-off'
  | 'recovery-codes'
  | 'delete';

/** Whether forms ask for a two-factor code: it is on, and was last passed some time ago. */
export interface AsksCode {
  /** Forms that otherwise take the password. */
  withPassword: boolean;
  /** Forms that otherwise require a recent sign-in. */
  alone: boolean;
}

/** Result of the last action. */
export interface SettingsNote {
  section: 'account' | 'security' | 'mails' | 'data';
  tone: 'good' | 'info' | 'bad';
  text: string;
}

/** A refused form. */
export interface Refused extends FormProblems {
  form: FieldForm;
  values: Record<string, string>;
}

export interface SecurityFacts {
  user: User;
  identities: readonly Identity[];
  /** Configured providers with the URL that starts the sign-in. */
  providers: readonly { name: 'google' | 'apple'; href: string }[];
  passkeys: readonly Passkey[];
  secondFactor: SecondFactorState;
  asksCode: AsksCode;
  /** Staff role without effect until two-factor is passed. */
  waitingRole: StaffRole | null;
  sessions: readonly SessionInfo[];
}

/** How to format dates. */
export interface DateLook {
  timeZone: string;
  locale: string;
  /** Milliseconds since 1970. */
  now: number;
}
