import type { Request, Response } from 'express';
import passport from 'passport';
import OAuth2Strategy from 'passport-oauth2';
import { AppError } from '../platform/errors.ts';
import { isSame } from '../platform/is-same.ts';
import type { ProviderName } from '../shared/contracts/identities.ts';
import {
  type Journey,
  newJourney,
  type ProviderAnswer,
  type ProviderProfile,
  providerDown,
  type SignInProvider,
  unbelievable,
} from './openid.ts';

/** What passport authenticates: a request whose query holds nothing but the checked answer. */
export interface ProviderRequest extends Request {
  query: Partial<Record<keyof ProviderAnswer, string>>;
  journey: Journey;
  /** Called once the journey is complete, before the browser leaves. */
  keep(journey: Journey): void;
}

/** Milliseconds. passport-oauth2 itself has no timeout. */
const TIMEOUT = 15_000;

/** Signs people in by the given providers, each through its passport strategy. */
export class ProviderSignIn {
  readonly #passport = new passport.Passport();
  readonly #providers: ReadonlyMap<unknown, SignInProvider>;

  constructor(providers: readonly SignInProvider[]) {
    this.#providers = new Map(providers.map((provider) => [provider.name, provider]));
  }

  /** Whether there is such a provider here. */
  has(name: unknown): name is ProviderName {
    return this.#providers.has(name);
  }

  /**
   * Redirects a browser to the provider. `keep` gets what this browser must bring back, and may still set cookies.
   * Throws PROVIDER_DOWN, with the response untouched.
   */
  async begin(name: ProviderName, req: Request, res: Response, keep: ProviderRequest['keep']): Promise<void> {
    await this.#register(name);
    const journey = newJourney();
    const request = requestWith(req, { query: {}, journey, keep });
    const options: passport.AuthenticateOptions & { nonce: string } = { session: false, nonce: journey.nonce };
    await new Promise<void>((resolve, reject) => {
      res.once('close', resolve);
      this.#passport.authenticate(name, options)(request, res, (error?: unknown) => reject(refusalOf(error)));
    });
  }

  /**
   * Redeems a provider's answer. Throws EXPIRED for the answer to another journey, WRONG_CREDENTIALS for one that fails
   * validation, PROVIDER_DOWN.
   */
  async finish(
    name: ProviderName,
    req: Request,
    res: Response,
    { answer, journey }: { answer: ProviderAnswer; journey: Journey },
  ): Promise<ProviderProfile> {
    await this.#register(name);
    const request = requestWith(req, { query: { ...answer }, journey, keep: () => {} });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(providerDown(new Error('The provider takes too long'))), TIMEOUT);
      const authenticate = this.#passport.authenticate(
        name,
        { session: false },
        (error: unknown, profile?: Express.User | false | null) => {
          clearTimeout(timer);
          if (error) reject(refusalOf(error));
          else if (profile) resolve(profile as ProviderProfile);
          else reject(new AppError('EXPIRED', { message: 'This is the answer to something else.' }));
        },
      );
      authenticate(request, res, reject);
    });
  }

  /** Per visit, as endpoints are discovered late and Apple's client secret expires. */
  async #register(name: ProviderName): Promise<void> {
    const provider = this.#providers.get(name);
    if (!provider) throw new Error(`No provider ${name} is configured`);
    this.#passport.use(name, await provider.strategy());
  }
}

function requestWith(req: Request, facts: Pick<ProviderRequest, 'query' | 'journey' | 'keep'>): ProviderRequest {
  return Object.create(req, Object.getOwnPropertyDescriptors(facts));
}

/** The state store of the strategies: the journey is kept by the browser, so there is no session to keep it in. */
export const journeyStore = {
  store(
    { journey, keep }: ProviderRequest,
    verifier: string,
    _state: unknown,
    _meta: unknown,
    done: (error: null, state: string) => void,
  ) {
    keep({ ...journey, verifier });
    done(null, journey.state);
  },
  verify(
    { journey }: ProviderRequest,
    state: string,
    _meta: unknown,
    done: (error: null, verifier: string | false) => void,
  ) {
    done(null, isSame(state, journey.state) && journey.verifier);
  },
} as unknown as OAuth2Strategy.StateStore;

/** The journey of a request, in a strategy's verify callback. */
export function journeyOf(req: Request): Journey {
  return (req as ProviderRequest).journey;
}

/** A provider that refuses a code answers with a token error; anything else counts as unreachable. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof OAuth2Strategy.TokenError) return unbelievable(error);
  return providerDown(error);
}
