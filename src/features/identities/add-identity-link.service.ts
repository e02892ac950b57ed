import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { isSame } from '../../platform/is-same.ts';
import { platform } from '../../platform/platform.ts';
import type { ProviderName } from '../../shared/contracts/identities.ts';

/** The link that adds a provider to the signed-in user's account; valid for this session only. */
export function linkAddress(req: Request, provider: ProviderName): string {
  return `/auth/${provider}?add=${addToken(req, provider)}`;
}

/** Whether such a link was made for this session: protects against forged links. */
export function isOwnLink(req: Request, provider: ProviderName, token: string): boolean {
  return isSame(token, addToken(req, provider));
}

function addToken(req: Request, provider: ProviderName): string {
  const { sessionSecret } = platform().config;
  return createHmac('sha256', sessionSecret).update(`add ${provider}\n${req.sessionID}`).digest('base64url');
}
