import { Resolver } from 'node:dns/promises';
import { hasCode } from '../fs-errors.ts';

/** Timeout of one query in milliseconds, and the number of tries. */
const WAIT = 1000;
const TRIES = 2;
/** Overall timeout in milliseconds. */
const PATIENCE = 4000;
/** Cache time of an answer, and pause after a timeout, in milliseconds. */
const KEPT = 10 * 60_000;
const REST = 30_000;
const KEPT_MAX = 2000;

export interface MailServers {
  /** Whether `domain` accepts mail (RFC 5321, RFC 7505). Null when unknown: no answer, or nothing can be resolved. */
  has(domain: string): Promise<boolean | null>;
}

interface Kept {
  answer: Promise<boolean | null>;
  until: number;
}

/**
 * Checks by DNS whether domains accept mail, with a cache.
 * @param servers see `Config.mailDnsServers`
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
      // In the background: if our servers can resolve other names, the failure is the domain's.
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
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size > KEPT_MAX) kept.delete(oldest);
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

/** Some firewalls resolve no names at all: then accept every address. */
async function knowsNames(resolver: Resolver): Promise<boolean> {
  return (await recordsOf(resolver.resolveNs('com'))).length > 0;
}

/** Empty when there is no such name or record; throws other errors. */
async function recordsOf<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, 'ENOTFOUND') || hasCode(error, 'ENODATA')) return [];
    throw error;
  }
}
