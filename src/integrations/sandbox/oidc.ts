import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import type { AppleConfig, Config, GoogleConfig } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { isSame } from '../../platform/is-same.ts';
import { listeningPort } from '../../platform/listening-port.ts';
import { PROVIDERS, type ProviderName } from '../../shared/contracts/identities.ts';
import { type Client, type Keys, providerApi } from './oidc-api.ts';
import { CodeModel, type SandboxPerson } from './oidc-codes.ts';

/** What an authorization request asks for, once it is found right. */
export interface SandboxRequest {
  provider: ProviderName;
  clientId: string;
  redirectUri: string;
  state: string;
  nonce: string | null;
  challenge: string;
  responseMode: 'query' | 'form_post';
}

/** How a browser is sent back: by an address, or by a form that it posts. */
export type SandboxReturn =
  | { kind: 'redirect'; url: string }
  | { kind: 'form'; action: string; fields: Record<string, string> };

export interface OpenIdSandbox {
  /** Registrations at it, as if they were in the configuration. */
  google: GoogleConfig;
  apple: AppleConfig;
  /** NOT_FOUND for an unknown client or an address that is not registered: a provider never sends a browser there. */
  read(provider: string, query: Record<string, string>): SandboxRequest;
  /** What happens when a person taps Continue, or goes back (null). */
  answer(request: SandboxRequest, person: SandboxPerson | null): Promise<SandboxReturn>;
  stop(): Promise<void>;
}

/**
 * An OpenID Connect provider on loopback, for tests and installations without keys: discovery, tokens, user info and
 * keys, PKCE, one-use codes. Its sign-in page is one of the app's own (`/sandbox/sign-in/NAME`). It accepts any
 * identity, so it never runs in production.
 */
export async function startOpenIdSandbox(
  config: Pick<Config, 'appOrigin' | 'sessionSecret' | 'env'>,
): Promise<OpenIdSandbox> {
  if (config.env === 'production') throw new Error('The sign-in sandbox must not run in production');
  const { appOrigin } = config;
  const keys = await newKeys();
  const team = await generateKeyPair('ES256', { extractable: true });
  const secret = createHmac('sha256', config.sessionSecret).update('openid sandbox').digest('base64url');
  const clients: Record<ProviderName, Client> = {
    google: { id: 'sandbox-google', redirectUri: `${appOrigin}/auth/google/callback`, secret },
    apple: {
      id: 'sandbox.apple',
      redirectUri: `${appOrigin}/auth/apple/callback`,
      teamId: 'SANDBOXTEAM',
      key: team.publicKey,
    },
  };
  let origin = '';
  const issuerOf = (provider: ProviderName) => `${origin}/${provider}`;
  const server = createServer(providerApi({ appOrigin, clients, keys, issuerOf }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${listeningPort(server)}`;
  return {
    google: { clientId: clients.google.id, clientSecret: secret, issuer: issuerOf('google') },
    apple: {
      clientId: clients.apple.id,
      teamId: 'SANDBOXTEAM',
      keyId: 'SANDBOXKEY',
      privateKey: await exportPKCS8(team.privateKey),
      issuer: issuerOf('apple'),
    },
    read: (provider, query) => readRequest(clients, provider, query),
    answer: answerRequest,
    stop: () => close(server),
  };
}

async function newKeys(): Promise<Keys> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const id = randomBytes(8).toString('hex');
  return { id, privateKey, published: { ...(await exportJWK(publicKey)), kid: id, use: 'sig', alg: 'RS256' } };
}

function readRequest(
  clients: Record<ProviderName, Client>,
  name: string,
  query: Record<string, string>,
): SandboxRequest {
  const provider = PROVIDERS.find((each) => each === name);
  const client = provider && clients[provider];
  const { client_id = '', redirect_uri = '', state = '', nonce, code_challenge = '', response_mode = 'query' } = query;
  if (!client || !isSame(client_id, client.id)) throw refused('This client is not known here.');
  if (redirect_uri !== client.redirectUri) throw refused('This address to go back to is not registered.');
  if (query.response_type !== 'code') throw refused('Only codes are given here.');
  if (state.length < 16) throw refused('There is no state.');
  if (query.code_challenge_method !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(code_challenge)) {
    throw refused('There is no PKCE challenge.');
  }
  if (response_mode !== 'query' && response_mode !== 'form_post') throw refused('This way to answer is not known.');
  // As at Apple: a name or an address is only ever posted.
  if (provider === 'apple' && query.scope && response_mode !== 'form_post') throw refused('The answer must be posted.');
  return {
    provider,
    clientId: client.id,
    redirectUri: redirect_uri,
    state,
    nonce: nonce ?? null,
    challenge: code_challenge,
    responseMode: response_mode,
  };
}

async function answerRequest(request: SandboxRequest, person: SandboxPerson | null): Promise<SandboxReturn> {
  const fields: Record<string, string> = { state: request.state };
  if (person) {
    fields.code = randomBytes(24).toString('base64url');
    await CodeModel.create({
      _id: createHash('sha256').update(fields.code).digest('base64url'),
      provider: request.provider,
      clientId: request.clientId,
      redirectUri: request.redirectUri,
      challenge: request.challenge,
      nonce: request.nonce,
      person,
    });
    if (request.provider === 'apple' && person.firstName) {
      const { firstName, lastName, email } = person;
      fields.user = JSON.stringify({ name: { firstName, lastName }, email });
    }
  } else {
    fields.error = request.provider === 'apple' ? 'user_cancelled_authorize' : 'access_denied';
  }
  if (request.responseMode === 'form_post') return { kind: 'form', action: request.redirectUri, fields };
  return { kind: 'redirect', url: `${request.redirectUri}?${new URLSearchParams(fields)}` };
}

function refused(message: string): AppError {
  return new AppError('NOT_FOUND', { message });
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
