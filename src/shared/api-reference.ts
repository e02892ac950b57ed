import type { Access, Method } from './contract.ts';
import { listNames } from './format.ts';
import { may, type Role, rolesThatMay } from './permissions.ts';

/** What we read of a JSON Schema; other keywords are unknown. */
export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[] | undefined;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

const ROLE_WORDS: Record<Role, string> = {
  creator: 'the creator',
  organiser: 'organisers',
  recipient: 'holders of the private key',
  viewer: 'holders of the view key',
  contributor: 'holders of the clip’s receipt',
  guest: 'anyone with the event’s address',
  editor: 'editors',
  admin: 'admins',
};

/** Whether a call needs neither a session nor a key. */
export function isOpen(access: Access): boolean {
  if (access === 'signed-in' || access === 'operator') return false;
  return access === 'anyone' || may('guest', access);
}

/** Who may call, in words for the API page. */
export function accessInWords(access: Access): string {
  if (access === 'anyone') return 'Anyone.';
  if (access === 'signed-in') return 'Signed-in users.';
  if (access === 'operator') return 'Requests from this machine, or with the metrics token.';
  const roles = rolesThatMay(access);
  const staff = roles.filter((role) => role === 'editor' || role === 'admin');
  const words = listNames(roles.map((role) => ROLE_WORDS[role]));
  const step = staff.length > 0 ? ' Staff need a session that passed a second step.' : '';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (\`${access}\`).${step}`;
}

/** One call as the API page shows it. */
export interface ApiCall {
  method: Method;
  path: string;
  summary: string;
  access: string;
  status: number;
  /** A repeated call with the same `Idempotency-Key` runs once. */
  takesIdempotencyKey: boolean;
  /** Null where the call has none. */
  params: JsonSchema | null;
  query: JsonSchema | null;
  body: JsonSchema | null;
  response: JsonSchema;
  beside: JsonSchema | null;
}

export interface ApiGroup {
  name: string;
  calls: ApiCall[];
}
