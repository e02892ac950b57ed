import { createHash, randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { cookieName, cookieOptions, readCookie } from '../../platform/http/cookies.ts';
import { platform } from '../../platform/platform.ts';
import type { Role } from '../../shared/permissions.ts';
import { isMaker } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';

/* Who a contributor is: an account, or a secret of the browser. Never what somebody typed; see decisions/0019. */

const COOKIE = 'vd_contributor';
const REMEMBERED = 365 * 24 * 3_600_000;
const SECRET = /^[A-Za-z0-9_-]{22}$/;

/** Clips that the maker of an event added before there was an account. */
const MAKER = 'maker';

/** The secret by which a browser's clips are its own; set as a cookie where the browser has none yet. */
export function browserSecret(req: Request): string {
  const known = readCookie(req, cookieName(platform().config, COOKIE));
  const secret = SECRET.test(known) ? known : randomBytes(16).toString('base64url');
  req.res?.cookie(cookieName(platform().config, COOKIE), secret, {
    ...cookieOptions(platform().config),
    maxAge: REMEMBERED,
  });
  return secret;
}

/**
 * The keys under which this sender's clips of an event are stored: new ones under the first, earlier ones under any.
 * A browser's key is a hash for this one event, so that it neither opens anything nor links events.
 */
export function contributorKeys(
  eventId: string,
  { viewer, role, browser }: { viewer: Viewer; role: Role; browser: string },
): [string, ...string[]] {
  const ofBrowser = `browser:${digest(`${eventId}\n${browser}`)}`;
  const ofMaker = isMaker(role) ? [MAKER] : [];
  if (viewer.user && !viewer.isImpersonated) return [accountKey(viewer.user.id), ...ofMaker, ofBrowser];
  return isMaker(role) ? [MAKER, ofBrowser] : [ofBrowser];
}

export function accountKey(userId: string): string {
  return `user:${userId}`;
}

/**
 * Tells people apart on screens and in the film. A browser may be passed round, so each name in it is a person; the same
 * name in two browsers is two people. Keys from before this was so stay what they were: one person each.
 */
export function personOf(contributor: { key?: string | null; name?: string | null } | null | undefined): string {
  const { key, name } = contributor ?? {};
  const isSender = key === MAKER || /^(?:browser|user):/.test(key ?? '');
  return isSender ? `${key}\n${plainName(name ?? '')}` : (key ?? '');
}

interface Named {
  key?: string | null;
  name?: string | null;
  with?: readonly string[] | null;
}

/** Everybody in a clip: its sender, and each one that they named as a person from the same sender. */
export function peopleOf(contributor: Named | null | undefined): { person: string; name: string }[] {
  const { key, name, with: others } = contributor ?? {};
  return [name ?? '', ...(others ?? [])].map((each) => ({ person: personOf({ key, name: each }), name: each }));
}

/** The others that a sender named, each once and not the sender again. */
export function othersOf({ name, with: others = [] }: { name: string; with?: readonly string[] }): string[] {
  const seen = new Set([plainName(name)]);
  return others.filter((other) => {
    const isNew = !seen.has(plainName(other));
    seen.add(plainName(other));
    return isNew;
  });
}

/** Names one contributor of one event to its organisers; it opens nothing. */
export function contributorId(eventId: string, key: string): string {
  return digest(`contributor\n${eventId}\n${key}`);
}

export function plainName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** 128 bits of a hash in 22 characters. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
