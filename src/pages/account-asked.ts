import type { Request } from 'express';
import type { Ways } from '../../views/door/other-ways.tsx';
import { waysIn } from '../features/sign-in/sign-in-ways.service.ts';
import type { AppError } from '../platform/errors.ts';
import { safeNext } from '../platform/http/safe-next.ts';
import { platform } from '../platform/platform.ts';
import type { Viewer } from '../shared/viewer.ts';

/** What a page with a form is made of: at first the address alone, later what was sent and why it came back. */
export interface Asked {
  viewer: Viewer | null;
  req: Pick<Request, 'headers'>;
  /** Of the form; of the address where nothing was sent yet. */
  values: Record<string, unknown>;
  /** Of the address. */
  query?: Record<string, string>;
  error?: AppError;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A path of ours to go on to; null where none was given that is good. */
export function nextOf(values: Record<string, unknown>): string | null {
  return safeNext(values.next, '') || null;
}

/** Ways to sign in besides a password. */
export function waysOf(): Ways {
  return { ...waysIn(platform().config), link: true, passkey: true };
}
