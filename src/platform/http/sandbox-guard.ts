import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { isOperator } from './access.ts';

const CLOSED =
  'The sandbox is for the operator: it answers only on the machine that runs this site, and only while HOST and APP_ORIGIN name that machine.';

const OF_PEOPLE = /^\/(?:pay|subscribe|portal|card)\//;

/** Whether the app listens on loopback and its origin is local. */
function isLocal({ host, appOrigin }: Pick<Config, 'host' | 'appOrigin'>): boolean {
  return isLoopback(host) && isLoopback(new URL(appOrigin).hostname);
}

/**
 * Guards `/sandbox`; throws NOT_ALLOWED. Mails and sign-ins can open accounts: operator only. Pages that somebody is led to
 * by an id that nobody guesses are public: those of payers, and the card that a recipient chose.
 */
export function guardSandboxes(config: Pick<Config, 'env' | 'host' | 'appOrigin'>): RequestHandler {
  const isOwn = isLocal(config);
  const isForPeople = !isOwn || config.env === 'production';
  return (req, _res, next) => {
    if (isForPeople && OF_PEOPLE.test(req.path)) return next();
    if (isOwn && isOperator(req, null)) return next();
    throw new AppError('NOT_ALLOWED', { message: CLOSED });
  };
}
