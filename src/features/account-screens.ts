import { z } from 'zod';
import { signedIn } from '../platform/http/access.ts';
import type { RefusedForm } from '../platform/http/forms.ts';
import type { Viewer } from '../shared/viewer.ts';

/** Forms that come back with words where they are refused. */
export type AccountForm =
  | 'login'
  | 'register'
  | 'forgot'
  | 'sign-in-link'
  | 'second-step'
  | 'reset'
  | 'activate'
  | 'change-email'
  | 'use-sign-in-link'
  | 'keep-account';

/** Shows a form again with status `error.status`, the words of `error.fields` and what was typed into it. */
export interface AccountPages {
  showAgain(name: AccountForm, form: RefusedForm): Promise<void> | void;
  /** For what can only be refused for its origin or for being too often. */
  renderError(form: RefusedForm): Promise<void> | void;
}

/** Forms of `/settings/profile`. */
export type SettingsForm =
  | 'details'
  | 'notifications'
  | 'email'
  | 'password'
  | 'sessions'
  | 'providers'
  | 'passkey'
  | 'second-step-off'
  | 'recovery-codes'
  | 'export'
  | 'delete';

/** What the settings show besides themselves. */
export interface SettingsPages {
  showSettings(name: SettingsForm, form: RefusedForm): Promise<void> | void;
  /** The second step's setup with a code that was wrong. */
  showSetup(form: RefusedForm): Promise<void> | void;
  /** Codes that are shown this once. */
  showRecoveryCodes(shown: RecoveryCodes): Promise<void> | void;
}

export interface RecoveryCodes extends Pick<RefusedForm, 'req' | 'res' | 'viewer'> {
  codes: string[];
  /** The second step was turned on just now; otherwise only its codes are new. */
  isFirst: boolean;
}

/** The params of an action about the account of who posted a form; access has refused whoever is not signed in. */
export function own({ viewer }: { viewer: Viewer }): { id: string } {
  return { id: signedIn(viewer).id };
}

/** Where to go without another wish. */
export const HOME = '/dashboard';

/** A form may say where to go on. */
export const next = { next: z.string().max(500).optional() };
