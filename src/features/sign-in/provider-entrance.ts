import type { Request } from 'express';
import type { Logger } from 'pino';
import type { ProviderProfile } from '../../integrations/openid.ts';
import type { WayInResult } from '../../shared/contracts/sign-in-link.ts';
import { PROVIDER_WORDS, type WayInProblem } from '../../shared/contracts/way-in-problems.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { ownerOf } from '../addresses/address-proof.service.ts';
import { dropIdentity, ownerOfIdentity } from '../identities/identities.service.ts';
import { selfOf } from '../users/own-account.service.ts';
import { toUserDto } from '../users/user-record.service.ts';
import { getUser } from '../users/users.service.ts';
import { completeSignIn } from './complete-sign-in.service.ts';
import { mailConfirmation } from './sign-in-link.service.ts';

interface Arrival {
  viewer: Viewer;
  req: Request;
  log: Logger;
  /** Path to continue at; local. */
  next: string;
}

/**
 * A person returns from a provider: signs in the user of that identity; otherwise links it to the account of the same
 * address if the provider vouches for the address, or else mails a confirmation.
 */
export async function enterByProvider(
  profile: ProviderProfile,
  { viewer, req, log, next }: Arrival,
): Promise<WayInResult | WayInProblem> {
  const ownerId = await ownerOfIdentity(profile);
  const user = ownerId && (await getUser(ownerId));
  if (user) return completeSignIn({ user, via: profile.provider, isNew: false, next }, { req, log });
  // The account was deleted; the person can register again.
  if (ownerId) await dropIdentity(profile);
  const { email, firstName, lastName, provider } = profile;
  if (!email || profile.confirmed === 'no') return 'no-address';
  if (profile.confirmed === 'once') {
    await mailConfirmation({ ...profile, email }, next, { viewer, req });
    return 'confirm-by-mail';
  }
  const by = PROVIDER_WORDS[provider];
  const owner = await ownerOf({ email, firstName, lastName, by, ip: viewer.ip, signedInAs: selfOf(viewer) });
  const identity = { provider, subject: profile.subject, email };
  const way = { user: toUserDto(owner.user), via: provider, isNew: owner.isNew, next, identity };
  return completeSignIn(way, { req, log });
}
