import type { Access, Method } from './contract.ts';

export type JsonSchema = { [key: string]: unknown };

/** Who may call, for the API docs. */
export const ACCESS_WORDS: Record<Access, string> = {
  anyone: 'Anyone.',
  'signed-in': 'Any signed-in user.',
  'event-viewer': 'Anyone who may see the event; the answer depends on their role.',
  'event-recipient': 'Creator, organisers, staff, and holders of the event’s private key.',
  'event-creator': 'Creator, organisers and staff of the event.',
  receipt: 'Holders of the clip’s receipt key, and the event’s creator.',
  staff: 'Admins and editors in a session with two-factor.',
  admin: 'Admins in a session with two-factor.',
  operator: 'This machine, or holders of the metrics token.',
};

/** An API call in the docs. */
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
