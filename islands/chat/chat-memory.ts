import { CHAT_TOKEN } from '../../src/shared/chat.ts';
import type { Unsent } from './outbox.ts';
import { newToken } from './random.ts';

/** Stored in the browser. */
interface Kept {
  /** Gives a visitor without an account access to the conversation. */
  token: string | null;
  /** Hash of the account it belongs to; empty for visitors. */
  owner: string;
  /** A conversation exists, so checking for answers makes sense. */
  hasBegun: boolean;
  unsent: Unsent[];
}

export interface ChatMemory {
  readonly hasBegun: boolean;
  token(): string | null;
  /** Creates the token if necessary. It is stored before use: a lost answer must not lose the conversation. */
  ensureToken(): string;
  unsent(): readonly Unsent[];
  keepUnsent(unsent: readonly Unsent[]): void;
  /** @param isAccount the conversation now belongs to the session, and the token is invalid */
  noteBegun(isAccount: boolean): void;
}

const NAME = 'vd.chat';

/**
 * Reads before each write, because other tabs write too.
 * @param user email of the current user; data of another account in this browser is ignored
 */
export function openMemory(user: string | null): ChatMemory {
  const owner = user ? markOf(user) : '';
  const nothing: Kept = { token: null, owner, hasBegun: false, unsent: [] };
  // Fallback without storage: lasts until the page is left.
  let known = nothing;
  /** Ids of messages created in this tab. */
  const seen = new Set<string>();

  function kept(): Kept {
    const found = read() ?? known;
    return found.owner === '' || found.owner === owner ? { ...found, owner } : nothing;
  }
  function keep(change: Partial<Kept>): void {
    known = { ...kept(), ...change };
    try {
      localStorage.setItem(NAME, JSON.stringify(known));
    } catch {
      // `known` has it.
    }
  }
  return {
    get hasBegun() {
      const { hasBegun, unsent } = kept();
      return hasBegun || unsent.length > 0;
    },
    token: () => kept().token,
    ensureToken() {
      const { token } = kept();
      if (token) return token;
      const made = newToken();
      keep({ token: made });
      return made;
    },
    unsent() {
      const { unsent } = kept();
      for (const { clientId } of unsent) seen.add(clientId);
      return unsent;
    },
    keepUnsent(unsent) {
      for (const { clientId } of unsent) seen.add(clientId);
      keep({ unsent: [...kept().unsent.filter(({ clientId }) => !seen.has(clientId)), ...unsent] });
    },
    noteBegun: (isAccount) => keep({ hasBegun: true, ...(isAccount && { token: null }) }),
  };
}

/** Distinguishes accounts in this browser without storing their addresses. */
function markOf(email: string): string {
  let sum = 7;
  for (let at = 0; at < email.length; at++) sum = (Math.imul(sum, 31) + email.charCodeAt(at)) | 0;
  return `a${sum.toString(36)}`;
}

/** Whether this browser has a conversation; cheap enough for every page. */
export function hasConversation(user: string | null): boolean {
  return openMemory(user).hasBegun;
}

function read(): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { token, owner, hasBegun, unsent }: Partial<Record<keyof Kept, unknown>> = kept;
    return {
      token: typeof token === 'string' && CHAT_TOKEN.test(token) ? token : null,
      owner: typeof owner === 'string' ? owner : '',
      hasBegun: hasBegun === true,
      unsent: Array.isArray(unsent) ? unsent.filter(isUnsent) : [],
    };
  } catch {
    return null;
  }
}

function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== 'object' || value === null) return false;
  const { clientId, text, refusal }: Partial<Record<keyof Unsent, unknown>> = value;
  return typeof clientId === 'string' && typeof text === 'string' && (refusal === null || typeof refusal === 'string');
}
