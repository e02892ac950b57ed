import { CHAT_TOKEN } from '../../src/shared/chat.ts';
import type { Unsent } from './outbox.ts';
import { newToken } from './random.ts';

/** What a browser remembers of its conversation. */
interface Kept {
  /** Opens the conversation of somebody without an account. */
  token: string | null;
  /** Mark of the account that it belongs to; empty where nobody was signed in. */
  owner: string;
  /** There is a conversation: news of it are worth a look. */
  hasBegun: boolean;
  unsent: Unsent[];
}

export interface ChatMemory {
  readonly hasBegun: boolean;
  token(): string | null;
  /** The token, made where there is none, and kept before it is used: an answer that is lost must not lose the conversation. */
  ensureToken(): string;
  unsent(): readonly Unsent[];
  keepUnsent(unsent: readonly Unsent[]): void;
  /** @param isAccount it is found by the session from now on; the token opens nothing any more */
  noteBegun(isAccount: boolean): void;
}

const NAME = 'vd.chat';

/**
 * What is kept is read anew before it is written: other tabs write there too.
 * @param user email of who is signed in; what another account wrote in this browser is not theirs to see or to send
 */
export function openMemory(user: string | null): ChatMemory {
  const owner = user ? markOf(user) : '';
  const nothing: Kept = { token: null, owner, hasBegun: false, unsent: [] };
  // For browsers that keep nothing: they chat until the page is left.
  let known = nothing;
  /** Messages that this tab has had in its hands; the others are those of other tabs. */
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

/** Tells accounts of one browser apart; their addresses would stay behind after logging out. */
function markOf(email: string): string {
  let sum = 7;
  for (let at = 0; at < email.length; at++) sum = (Math.imul(sum, 31) + email.charCodeAt(at)) | 0;
  return `a${sum.toString(36)}`;
}

/** Whether this browser has a conversation at all; cheap enough to ask on every page. */
export function hasConversation(user: string | null): boolean {
  return openMemory(user).hasBegun;
}

function read(): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { token, owner, hasBegun, unsent } = kept as Partial<Record<keyof Kept, unknown>>;
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
  const { clientId, text, refusal } = value as Partial<Record<keyof Unsent, unknown>>;
  return typeof clientId === 'string' && typeof text === 'string' && (refusal === null || typeof refusal === 'string');
}
