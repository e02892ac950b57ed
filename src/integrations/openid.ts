import { randomBytes } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Strategy } from 'passport';
import * as z from 'zod';
import { AppError } from '../platform/errors.ts';
import type { ProviderName } from '../shared/contracts/identities.ts';
import { withoutHidden } from '../shared/hidden-characters.ts';

/** Where a provider of OpenID Connect does what. */
export interface Endpoints {
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  /** Null where there is none, as at Apple. */
  userInfoUrl: string | null;
  keysUrl: string;
}

/** What the browser that set out must bring back with it; kept by that browser, sealed. */
export interface Journey {
  state: string;
  nonce: string;
  /** Of PKCE: only who set out can redeem the code. */
  verifier: string;
}

/** What a provider sends a browser back with. */
export interface ProviderAnswer {
  code: string;
  state: string;
  /** JSON with a name, which Apple sends the first time only, unsigned. */
  user?: string | undefined;
}

/** Who somebody is, as a provider vouches for it. */
export interface ProviderProfile {
  provider: ProviderName;
  /** Never changes, unlike an address. */
  subject: string;
  /** Lower case; null where the provider tells none. */
  email: string | null;
  /**
   * - `authoritative`: the provider runs the mailbox or its domain, or watches over it: it is this person's now
   * - `once`: it was confirmed when the account there was made, and may be somebody else's by now
   * - `no`: nobody ever confirmed it
   */
  confirmed: 'authoritative' | 'once' | 'no';
  firstName: string;
  lastName: string;
}

/** A sign-in provider with the app's registration. */
export interface SignInProvider {
  name: ProviderName;
  /** The strategy for one visit; PROVIDER_DOWN while the provider's endpoints can't be discovered. */
  strategy(): Promise<Strategy>;
}

/** State and nonce of a new journey; the strategy makes the verifier. */
export function newJourney(): Journey {
  return { state: randomBytes(24).toString('base64url'), nonce: randomBytes(24).toString('base64url'), verifier: '' };
}

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  jwks_uri: z.url(),
});

/** Reads a provider's discovery document; PROVIDER_DOWN where it has none that names the same issuer. */
export async function discoverEndpoints(issuer: string): Promise<Endpoints> {
  try {
    const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(10_000),
    });
    const found = discovery.parse(await answer.json());
    if (found.issuer !== issuer) throw new Error('The discovery document names another issuer');
    return {
      issuer,
      authorizationUrl: found.authorization_endpoint,
      tokenUrl: found.token_endpoint,
      userInfoUrl: found.userinfo_endpoint ?? null,
      keysUrl: found.jwks_uri,
    };
  } catch (error) {
    throw providerDown(error);
  }
}

export interface Expected {
  issuers: string[];
  clientId: string;
  nonce: string;
  keys: JWTVerifyGetKey;
}

/** The provider's keys, fetched when they are needed and again when it has new ones. */
export function providerKeys(endpoints: Endpoints): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(endpoints.keysUrl), { timeoutDuration: 10_000 });
}

const idClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  // Apple says "true".
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  hd: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});
export type IdClaims = z.infer<typeof idClaims>;

/** What an id token says, once its signature, issuer, audience, times and nonce are found right. */
export async function readIdToken(token: unknown, expected: Expected): Promise<IdClaims> {
  if (typeof token !== 'string') throw unbelievable(new Error('There is no id token'));
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(token, expected.keys, {
      issuer: expected.issuers,
      audience: expected.clientId,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['sub', 'iat', 'exp'],
      maxTokenAge: '15m',
      clockTolerance: 60,
    }));
  } catch (error) {
    const isAway = error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError);
    throw isAway ? providerDown(error) : unbelievable(error);
  }
  if (payload.nonce !== expected.nonce) throw unbelievable(new Error('The id token answers another request'));
  // Meant for several, it must say that it was made for us.
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== expected.clientId) {
    throw unbelievable(new Error('The id token was made for another'));
  }
  const claims = idClaims.safeParse(payload);
  if (!claims.success) throw unbelievable(claims.error);
  return claims.data;
}

/** An address as we keep it; null for what is none. */
export function addressOf(email: string | undefined): string | null {
  const read = z.email().safeParse(email?.trim().toLowerCase());
  return read.success ? read.data : null;
}

/** A name as we keep it: one line, not too long. */
export function nameOf(text: unknown): string {
  return typeof text === 'string'
    ? withoutHidden(text)
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 80)
    : '';
}

export function providerDown(cause: unknown): AppError {
  return new AppError('PROVIDER_DOWN', { message: 'The provider isn’t responding. Please try again.', cause });
}

export function unbelievable(cause: unknown): AppError {
  return new AppError('WRONG_CREDENTIALS', { message: 'The provider’s answer can’t be trusted.', cause });
}
