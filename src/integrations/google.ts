import { type Profile, Strategy } from 'passport-google-oauth20';
import type { GoogleConfig } from '../platform/config.ts';
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
  unbelievable,
} from './openid.ts';
import { journeyOf, journeyStore } from './provider-sign-in.ts';

const GOOGLE: Endpoints = {
  issuer: 'https://accounts.google.com',
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
  keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
};

/** The strategy with a nonce, and with its token where it belongs: not in an address. */
class GoogleStrategy extends Strategy {
  constructor(...given: ConstructorParameters<typeof Strategy>) {
    super(...given);
    // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React, only named like one
    this._oauth2.useAuthorizationHeaderforGET(true);
  }

  override authorizationParams(options: { nonce?: string }): object {
    return { ...super.authorizationParams(options), nonce: options.nonce };
  }
}

/** Signing in by Google, or by another provider that speaks as it does where `issuer` names one. */
export function createGoogle(config: GoogleConfig, callbackUrl: string): SignInProvider {
  let strategy: Promise<GoogleStrategy> | null = null;
  return {
    name: 'google',
    strategy() {
      // Discovery that failed is tried again by the next visit.
      strategy ??= createStrategy(config, callbackUrl).catch((error: unknown) => {
        strategy = null;
        throw error;
      });
      return strategy;
    },
  };
}

async function createStrategy(config: GoogleConfig, callbackURL: string): Promise<GoogleStrategy> {
  const { clientId, clientSecret } = config;
  const endpoints = config.issuer ? await discoverEndpoints(config.issuer) : GOOGLE;
  const issuers = config.issuer ? [config.issuer] : [GOOGLE.issuer, 'accounts.google.com'];
  const keys = providerKeys(endpoints);
  return new GoogleStrategy(
    {
      clientID: clientId,
      clientSecret,
      callbackURL,
      authorizationURL: endpoints.authorizationUrl,
      tokenURL: endpoints.tokenUrl,
      userProfileURL: endpoints.userInfoUrl ?? undefined,
      scope: ['openid', 'email', 'profile'],
      pkce: true,
      store: journeyStore,
      passReqToCallback: true,
    },
    (req, _accessToken, _refreshToken, { id_token }, profile, done) => {
      readIdToken(id_token, { issuers, clientId, nonce: journeyOf(req).nonce, keys })
        .then((claims) => done(null, toProfile(claims, profile) as never))
        .catch(done);
    },
  );
}

function toProfile(claims: IdClaims, profile: Profile): ProviderProfile {
  if (profile.id !== claims.sub) throw unbelievable(new Error('The profile is that of another'));
  const email = addressOf(claims.email);
  return {
    provider: 'google',
    subject: claims.sub,
    email,
    confirmed: confirmation(email, claims),
    firstName: nameOf(profile.name?.givenName),
    lastName: nameOf(profile.name?.familyName),
  };
}

/** Google speaks for its own mailboxes and for the domains that it hosts; others were confirmed at some time in the past. */
function confirmation(email: string | null, { email_verified, hd }: IdClaims): ProviderProfile['confirmed'] {
  if (!email || email_verified !== true) return 'no';
  return hd !== undefined || /@(?:gmail|googlemail)\.com$/.test(email) ? 'authoritative' : 'once';
}
