import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import OAuth2Strategy from 'passport-oauth2';
import { AppError } from '../platform/errors.ts';
import { type Journey, type ProviderAnswer, type ProviderProfile, providerDown, unbelievable } from './openid.ts';

/** What a strategy is run on: our part of what it takes for a request. */
interface StrategyRequest {
  query: Partial<ProviderAnswer>;
  journey: Journey;
}

/** What a strategy calls at its end; passport adds these to it for each request. */
interface Ends {
  redirect(url: string): void;
  success(profile: ProviderProfile): void;
  fail(why: unknown): void;
  error(error: unknown): void;
}

/** Providers that don't answer by then are taken for away; the library itself would wait for ever. */
const PATIENCE = 15_000;

/** Sets out: the address at the provider. The strategy's verifier is written into `journey`. */
export async function setOut(strategy: OAuth2Strategy, journey: Journey): Promise<string> {
  const end = await run(strategy, { query: {}, journey });
  if (typeof end !== 'string') throw new Error('The strategy did not ask the provider');
  return end;
}

/** Redeems what the provider answered. */
export async function comeBack(
  strategy: OAuth2Strategy,
  answer: ProviderAnswer,
  journey: Journey,
): Promise<ProviderProfile> {
  const { code, state } = answer;
  const end = await run(strategy, { query: { code, state }, journey });
  if (typeof end === 'string') throw new Error('The strategy did not take the answer');
  return end;
}

/** As passport does it, less the session: a run has its own copy of the strategy, so runs side by side don't meet. */
function run(strategy: OAuth2Strategy, request: StrategyRequest): Promise<string | ProviderProfile> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(providerDown(new Error('The provider takes too long'))), PATIENCE);
    const finish = (end: () => void) => {
      clearTimeout(timer);
      end();
    };
    const ends: Ends = {
      redirect: (url) => finish(() => resolve(url)),
      success: (profile) => finish(() => resolve(profile)),
      fail: () => finish(() => reject(otherJourney())),
      error: (error) => finish(() => reject(refusalOf(error))),
    };
    const copy: OAuth2Strategy = Object.assign(Object.create(strategy), ends);
    copy.authenticate(request as unknown as Request, { nonce: request.journey.nonce });
  });
}

/** Keeps state and verifier in the journey that the browser carries, instead of in a session. */
export const journeyStore = {
  store(
    { journey }: StrategyRequest,
    verifier: string,
    _state: unknown,
    _meta: unknown,
    done: (error: null, state: string) => void,
  ) {
    journey.verifier = verifier;
    done(null, journey.state);
  },
  verify(
    { journey }: StrategyRequest,
    state: string,
    _meta: unknown,
    done: (error: null, verifier: string | false) => void,
  ) {
    done(null, isSame(state, journey.state) && journey.verifier);
  },
} as unknown as OAuth2Strategy.StateStore;

export function nonceOf(request: Request): string {
  return (request as unknown as StrategyRequest).journey.nonce;
}

export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function otherJourney(): AppError {
  return new AppError('EXPIRED', { message: 'This is the answer to something else.' });
}

/** A provider that refuses a code says so in words of its protocol; anything else is no answer at all. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof OAuth2Strategy.TokenError) return unbelievable(error);
  return providerDown(error);
}
