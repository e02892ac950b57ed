import type { Access, Method } from './contract.ts';

export type JsonSchema = { [key: string]: unknown };

/** Who may call, for the API docs. */
export const ACCESS_WORDS: Record<Access, string> = {
  anyone: 'Anyone.',
  'signed-in': 'Whoever is signed in.',
  'event-viewer': 'Whoever may see the event; what the answer holds depends on their role.',
  'event-recipient': 'Creator, organisers, staff, and whoever presents the event’s private key.',
  'event-creator': 'Creator, organisers and staff of the event.',
  receipt: 'Whoever presents the receipt key of the clip, and the event’s creator.',
  staff: 'Admins and editors who passed a second step.',
  admin: 'Admins who passed a second step.',
  operator: 'This machine itself, or whoever brings the metrics token.',
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
