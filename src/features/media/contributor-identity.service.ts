import { createHash, randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { cookieName, cookieOptions, readCookie } from '../../platform/http/cookies.ts';
import { platform } from '../../platform/platform.ts';
import type { Role } from '../../shared/permissions.ts';
import { isMaker } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';

/* A contributor is an account or a browser's secret, never typed data; see decisions/0019. */

const COOKIE = 'vd_contributor';
const REMEMBERED = 365 * 24 * 3_600_000;
const SECRET = /^[A-Za-z0-9_-]{22}$/;

/** Key of clips added by an event's maker without an account. */
export const MAKER = 'maker';

/** Secret of a browser, which identifies its clips; set as a cookie if missing. */
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
 * Contributor keys of this sender in an event: the first for new clips, any for existing ones. A browser's key is a
 * hash for one event, so that it opens nothing and can't link events.
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

/** Id of the account that a contributor's key names; null for browsers and makers without one. */
export function accountOf(key: string | null | undefined): string | null {
  return /^user:(.+)$/.exec(key ?? '')?.[1] ?? null;
}

/**
 * Identifies people on screens and in the film. Each name in a browser is a person, as devices are shared; the same
 * name in two browsers is two people. Older keys are one person each.
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

/** All people in a clip: its sender, and those named by the sender. */
export function peopleOf(contributor: Named | null | undefined): { person: string; name: string }[] {
  const { key, name, with: others } = contributor ?? {};
  return [name ?? '', ...(others ?? [])].map((each) => ({ person: personOf({ key, name: each }), name: each }));
}

/** Other people named by the sender, without duplicates and the sender. */
export function othersOf({ name, with: others = [] }: { name: string; with?: readonly string[] }): string[] {
  const seen = new Set([plainName(name)]);
  return others.filter((other) => {
    const isNew = !seen.has(plainName(other));
    seen.add(plainName(other));
    return isNew;
  });
}

/** Id of a contributor for organisers; not a key. */
export function contributorId(eventId: string, key: string): string {
  return digest(`contributor\n${eventId}\n${key}`);
}

function plainName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** 128 bits of a hash in 22 characters. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
