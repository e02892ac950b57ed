import * as z from 'zod';
import { contract } from '../contract.ts';
import { AUDIENCES, SWITCH_ACCOUNTS_MAX, SWITCH_NAMES } from '../switches.ts';
import { codeBeside } from './accounts.ts';
import { emailAddress, text } from './common.ts';

const siteSwitch = z.object({
  name: z.enum(SWITCH_NAMES),
  audience: z.enum(AUDIENCES),
  /** Percent of accounts, for `share`. */
  share: z.number().int(),
  /** Addresses of the accounts, for `accounts`. */
  accounts: z.array(z.string()),
  /** Who changed it last; null: nobody. */
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
  /** Why, by who changed it. */
  why: z.string(),
});
export type SiteSwitch = z.infer<typeof siteSwitch>;

export const listSwitches = contract({
  method: 'GET',
  path: '/api/v2/staff/switches',
  summary: 'What admins can turn off, and who has it.',
  access: 'switch.edit',
  response: z.array(siteSwitch),
});

const changeSwitchBody = z.object({
  audience: z.enum(AUDIENCES),
  /** Percent; the same accounts stay in when it grows. */
  share: z.coerce.number('A number from 0 to 100.').int().min(0).max(100).default(10),
  accounts: z.array(emailAddress).max(SWITCH_ACCOUNTS_MAX).default([]),
  why: text(500).pipe(z.string().min(1, 'Say why, for the log.')),
  ...codeBeside.shape,
});

export const changeSwitch = contract({
  method: 'PUT',
  path: '/api/v2/staff/switches/:name',
  summary:
    'Turn a feature on or off, for everybody or some. Takes effect within 10 seconds. Requires a recent second step.',
  access: 'switch.edit',
  params: z.object({ name: z.string().regex(/^[a-z0-9-]{1,40}$/, 'This is not a switch.') }),
  body: changeSwitchBody,
  response: siteSwitch,
  limit: 'write',
});
