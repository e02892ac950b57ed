import type { Request, Response } from 'express';
import * as z from 'zod';
import { platform } from '../platform.ts';
import { seal, unseal } from '../sealed.ts';
import { cookieName, cookieOptions, readCookie } from './cookies.ts';

export interface SealedCookie<T> {
  keep(res: Response, facts: T): void;
  /** Reads and deletes the cookie. Null when it is missing, expired or invalid. */
  take(req: Request, res: Response): T | null;
}

/**
 * Data stored in an encrypted, authenticated cookie, for visitors without a session.
 * @param about.path path scope of the cookie
 * @param about.lifetime milliseconds
 */
export function sealedCookie<T>(about: {
  name: string;
  purpose: string;
  path: string;
  lifetime: number;
  facts: z.ZodType<T>;
}): SealedCookie<T> {
  const { name, purpose, path, lifetime } = about;
  const content = z.object({ until: z.number(), facts: z.unknown() });
  return {
    keep(res, facts) {
      const { config } = platform();
      const text = JSON.stringify({ facts, until: Date.now() + lifetime });
      const options = { ...cookieOptions(config, path), maxAge: lifetime };
      res.cookie(cookieName(config, name, path), seal(config.sessionSecret, purpose, text), options);
    },
    take(req, res) {
      const { config } = platform();
      const sealed = readCookie(req, cookieName(config, name, path));
      if (!sealed) return null;
      res.clearCookie(cookieName(config, name, path), cookieOptions(config, path));
      const text = unseal(config.sessionSecret, purpose, sealed);
      const read = text ? content.safeParse(JSON.parse(text)) : null;
      if (!read?.success || read.data.until <= Date.now()) return null;
      return about.facts.safeParse(read.data.facts).data ?? null;
    },
  };
}
