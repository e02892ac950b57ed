import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import express, { type Request, type Response } from 'express';
import { type CryptoKey, type JWK, jwtVerify, SignJWT } from 'jose';
import { isSame } from '../../platform/is-same.ts';
import { PROVIDERS, type ProviderName } from '../../shared/contracts/identities.ts';
import { CodeModel, type SandboxPerson, type StoredCode } from './oidc-codes.ts';

/** A registration: with a secret as at Google, or with a key that signs secrets as at Apple. */
export type Client = { id: string; redirectUri: string } & (
  | { secret: string }
  | { teamId: string; key: CryptoKey | KeyObject }
);

export interface Keys {
  id: string;
  privateKey: CryptoKey | KeyObject;
  published: JWK;
}

interface Provider {
  appOrigin: string;
  clients: Record<ProviderName, Client>;
  keys: Keys;
  issuerOf(provider: ProviderName): string;
}

const CODE_LIFETIME = 5 * 60_000;

/** What a provider answers to servers: below `/google` and `/apple`. */
export function providerApi(given: Provider): express.Express {
  const app = express();
  app.disable('x-powered-by');
  for (const provider of PROVIDERS) {
    const issuer = () => given.issuerOf(provider);
    app.get(`/${provider}/.well-known/openid-configuration`, (_req, res) => {
      res.json({
        issuer: issuer(),
        authorization_endpoint: `${given.appOrigin}/sandbox/sign-in/${provider}`,
        token_endpoint: `${issuer()}/token`,
        ...(provider === 'google' && { userinfo_endpoint: `${issuer()}/userinfo` }),
        jwks_uri: `${issuer()}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      });
    });
    app.get(`/${provider}/keys`, (_req, res) => res.json({ keys: [given.keys.published] }));
    app.get(`/${provider}/userinfo`, (req, res) => tellWho(provider, req, res));
    app.post(`/${provider}/token`, express.urlencoded({ extended: false }), async (req, res) => {
      const refusal = await redeem(given, provider, req, res);
      if (refusal) res.status(refusal === 'invalid_client' ? 401 : 400).json({ error: refusal });
    });
  }
  return app;
}

/** Answers tokens for a code, once; or the protocol's word for why not. */
async function redeem(given: Provider, provider: ProviderName, req: Request, res: Response): Promise<string | null> {
  const body: Record<string, unknown> = req.body ?? {};
  const field = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
  const client = given.clients[provider];
  const issuer = given.issuerOf(provider);
  if (!(await isClient(client, field('client_id'), field('client_secret'), issuer))) return 'invalid_client';
  if (field('grant_type') !== 'authorization_code') return 'unsupported_grant_type';
  const accessToken = randomBytes(24).toString('base64url');
  // The first use redeems the code, even if the rest of the request is invalid.
  const code = await CodeModel.findOneAndUpdate(
    {
      _id: hashOf(field('code')),
      provider,
      clientId: client.id,
      usedAt: null,
      createdAt: { $gt: new Date(Date.now() - CODE_LIFETIME) },
    },
    { $set: { usedAt: new Date(), accessToken: hashOf(accessToken) } },
  ).lean<StoredCode>();
  if (!code || field('redirect_uri') !== code.redirectUri) return 'invalid_grant';
  if (!isSame(hashOf(field('code_verifier')), code.challenge)) return 'invalid_grant';
  const idToken = await new SignJWT({ ...claimsOf(provider, code.person), ...(code.nonce && { nonce: code.nonce }) })
    .setProtectedHeader({ alg: 'RS256', kid: given.keys.id })
    .setIssuer(issuer)
    .setAudience(client.id)
    .setSubject(code.person.subject)
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(given.keys.privateKey);
  res.setHeader('Cache-Control', 'no-store');
  res.json({ access_token: accessToken, token_type: 'Bearer', expires_in: 600, id_token: idToken });
  return null;
}

async function isClient(client: Client, id: string, secret: string, issuer: string): Promise<boolean> {
  if (!isSame(id, client.id)) return false;
  if ('secret' in client) return isSame(secret, client.secret);
  try {
    await jwtVerify(secret, client.key, {
      algorithms: ['ES256'],
      issuer: client.teamId,
      subject: client.id,
      audience: issuer,
      requiredClaims: ['exp', 'iat'],
    });
    return true;
  } catch {
    return false;
  }
}

async function tellWho(provider: ProviderName, req: Request, res: Response): Promise<void> {
  const token = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
  const code = token ? await CodeModel.findOne({ accessToken: hashOf(token), provider }).lean<StoredCode>() : null;
  if (!code) {
    res.status(401).json({ error: 'invalid_token', error_description: 'This token is not known here.' });
    return;
  }
  res.json({ sub: code.person.subject, ...claimsOf(provider, code.person) });
}

function claimsOf(provider: ProviderName, person: SandboxPerson): Record<string, unknown> {
  const { email, isConfirmed, isHosted, firstName, lastName } = person;
  if (provider === 'apple') return { email, email_verified: String(isConfirmed) };
  return {
    email,
    email_verified: isConfirmed,
    ...(isHosted && { hd: email.split('@')[1] }),
    name: `${firstName} ${lastName}`.trim(),
    given_name: firstName,
    family_name: lastName,
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
