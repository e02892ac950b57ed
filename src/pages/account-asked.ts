import type { Request } from 'express';
import type { Ways } from '../../views/door/other-ways.tsx';
import { waysIn } from '../features/sign-in/sign-in-ways.service.ts';
import type { AppError } from '../platform/errors.ts';
import { safeNext } from '../platform/http/safe-next.ts';
import { platform } from '../platform/platform.ts';
import type { Viewer } from '../shared/viewer.ts';

/** Input of a page with a form: first the URL alone, later also the submitted values and the error. */
export interface Asked {
  viewer: Viewer | null;
  req: Pick<Request, 'headers'>;
  /** Of the form; of the URL before it is submitted. */
  values: Record<string, unknown>;
  query?: Record<string, string>;
  error?: AppError;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A valid local path to continue at, or null. */
export function nextOf(values: Record<string, unknown>): string | null {
  return safeNext(values.next, '') || null;
}

/** Sign-in methods besides a password. */
export function waysOf(): Ways {
  return { ...waysIn(platform().config), link: true, passkey: true };
}
