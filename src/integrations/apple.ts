import type { Request } from 'express';
import { importPKCS8, SignJWT } from 'jose';
import OAuth2Strategy from 'passport-oauth2';
import * as z from 'zod';
import type { AppleConfig } from '../platform/config.ts';
import {
  addressOf,
  discoverEndpoints,
  type Endpoints,
  type IdClaims,
  nameOf,
  type ProviderProfile,
  providerKeys,
  readIdToken,
  type SignInProvider,
} from './openid.ts';
import { journeyOf, journeyStore } from './provider-sign-in.ts';

const APPLE: Endpoints = {
  issuer: 'https://appleid.apple.com',
  authorizationUrl: 'https://appleid.apple.com/auth/authorize',
  tokenUrl: 'https://appleid.apple.com/auth/token',
  userInfoUrl: null,
  keysUrl: 'https://appleid.apple.com/auth/keys',
};

/** Apple posts its answer when it is asked for a name or an address. */
class AppleStrategy extends OAuth2Strategy {
  override authorizationParams(options: { nonce?: string }): object {
    return { response_mode: 'form_post', nonce: options.nonce };
  }
}

interface Found {
  endpoints: Endpoints;
  keys: ReturnType<typeof providerKeys>;
}

/** Signing in by Apple, or by another provider that speaks as it does where `issuer` names one. */
export function createApple(config: AppleConfig, callbackUrl: string): SignInProvider {
  let found: Promise<Found> | null = null;
  return {
    name: 'apple',
    async strategy() {
      // Discovery that failed is tried again by the next visit.
      found ??= find(config).catch((error: unknown) => {
        found = null;
        throw error;
      });
      const known = await found;
      return createStrategy(config, callbackUrl, known, await clientSecret(config, known.endpoints.issuer));
    },
  };
}

async function find({ issuer }: AppleConfig): Promise<Found> {
  const endpoints = issuer ? await discoverEndpoints(issuer) : APPLE;
  return { endpoints, keys: providerKeys(endpoints) };
}

/** Apple's client secret is a token that we sign ourselves; a fresh one each time, good for five minutes. */
async function clientSecret({ clientId, teamId, keyId, privateKey }: AppleConfig, audience: string): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(await importPKCS8(privateKey, 'ES256'));
}

function createStrategy(config: AppleConfig, callbackURL: string, { endpoints, keys }: Found, secret: string) {
  const { clientId } = config;
  return new AppleStrategy(
    {
      clientID: clientId,
      clientSecret: secret,
      callbackURL,
      authorizationURL: endpoints.authorizationUrl,
      tokenURL: endpoints.tokenUrl,
      scope: ['name', 'email'],
      pkce: true,
      store: journeyStore,
      skipUserProfile: true,
      passReqToCallback: true,
    },
    (
      req: Request,
      _accessToken: string,
      _refreshToken: string,
      { id_token }: { id_token?: unknown },
      _profile: unknown,
      done: OAuth2Strategy.VerifyCallback,
    ) => {
      readIdToken(id_token, { issuers: [endpoints.issuer], clientId, nonce: journeyOf(req).nonce, keys })
        .then((claims) => done(null, { ...toProfile(claims), ...nameIn(req.query.user) }))
        .catch(done);
    },
  );
}

function toProfile(claims: IdClaims): ProviderProfile {
  const email = addressOf(claims.email);
  const isConfirmed = claims.email_verified === true || claims.email_verified === 'true';
  return {
    provider: 'apple',
    subject: claims.sub,
    email,
    // Apple has each address confirmed again when it changes, and its relay addresses are its own.
    confirmed: email && isConfirmed ? 'authoritative' : 'no',
    firstName: '',
    lastName: '',
  };
}

const told = z.object({ name: z.object({ firstName: z.unknown(), lastName: z.unknown() }).partial() });

/** The name that the browser brings along. Nobody vouches for it, so nothing but a name is taken from there. */
function nameIn(user: unknown): Pick<ProviderProfile, 'firstName' | 'lastName'> {
  try {
    const { name } = told.parse(JSON.parse(String(user)));
    return { firstName: nameOf(name.firstName), lastName: nameOf(name.lastName) };
  } catch {
    return { firstName: '', lastName: '' };
  }
}
