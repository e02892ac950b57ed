import { Resolver } from 'node:dns/promises';
import { hasCode } from '../fs-errors.ts';

/** Milliseconds that one server is waited for, and how often it is asked. */
const WAIT = 1000;
const TRIES = 2;
/** Milliseconds after which nobody waits any more, whatever the servers do. */
const PATIENCE = 4000;
/** How long an answer is believed, and how long servers that did not answer are left alone, in milliseconds. */
const KEPT = 10 * 60_000;
const REST = 30_000;
const KEPT_MAX = 2000;

export interface MailServers {
  /**
   * Whether mail can be brought to `domain` (RFC 5321: an MX record, or else an address; RFC 7505: none where it says
   * so). Null where nobody can tell: no server answered, or one that knows no names at all.
   */
  has(domain: string): Promise<boolean | null>;
}

interface Kept {
  answer: Promise<boolean | null>;
  until: number;
}

/**
 * Asks name servers whether domains take mail, and remembers for a while.
 * @param servers as `Config.mailDnsServers`
 */
export function createMailServers(servers: 'system' | readonly string[], { wait = WAIT } = {}): MailServers {
  const kept = new Map<string, Kept>();
  let restUntil = 0;

  function newResolver(): Resolver {
    const resolver = new Resolver({ timeout: wait, tries: TRIES });
    if (servers !== 'system') resolver.setServers(servers);
    return resolver;
  }

  async function ask(domain: string): Promise<boolean | null> {
    const resolver = newResolver();
    const timer = setTimeout(() => resolver.cancel(), PATIENCE);
    try {
      return (await takesMail(resolver, domain)) || ((await knowsNames(resolver)) ? false : null);
    } catch {
      restUntil = Date.now() + REST;
      // Nobody’s waiting for this: where ours answer otherwise, only the domain's own are broken.
      knowsNames(newResolver()).then(
        (isWell) => {
          if (isWell) restUntil = 0;
        },
        () => undefined,
      );
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async has(domain) {
      if (servers.length === 0) return null;
      const known = kept.get(domain);
      if (known && known.until > Date.now()) return known.answer;
      if (restUntil > Date.now()) return null;
      const entry = { answer: ask(domain), until: Date.now() + KEPT };
      kept.delete(domain);
      kept.set(domain, entry);
      if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value as string);
      const answer = await entry.answer;
      if (answer === null && kept.get(domain) === entry) kept.delete(domain);
      return answer;
    },
  };
}

async function takesMail(resolver: Resolver, domain: string): Promise<boolean> {
  const hosts = await recordsOf(resolver.resolveMx(domain));
  if (hosts.length > 0) return hosts.some(({ exchange }) => exchange !== '' && exchange !== '.');
  if ((await recordsOf(resolver.resolve4(domain))).length > 0) return true;
  return (await recordsOf(resolver.resolve6(domain))).length > 0;
}

/** Behind some walls every name is unknown: such a server must not turn anybody away. */
async function knowsNames(resolver: Resolver): Promise<boolean> {
  return (await recordsOf(resolver.resolveNs('com'))).length > 0;
}

/** None where the server says that there is no such name or record; anything else that goes wrong is thrown. */
async function recordsOf<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, 'ENOTFOUND') || hasCode(error, 'ENODATA')) return [];
    throw error;
  }
}
