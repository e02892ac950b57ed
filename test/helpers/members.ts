import { expect } from 'chai';
import { startMembership } from '../../src/shared/contracts/membership.ts';
import type { SignedInUser } from './user.ts';

/** Subscribes as people do; answers the id of the payment page. */
export async function becomeMember(user: SignedInUser, plan: 'monthly' | 'yearly'): Promise<string> {
  const { id, url } = await user.call(startMembership, { body: { plan } });
  const back = await user.postForm(new URL(url).pathname, {});
  expect([back.status, back.headers.get('location')]).to.deep.equal([303, '/settings/membership?paid=1']);
  return id;
}
