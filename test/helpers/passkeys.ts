import { addPasskey, offerPasskey, offerSignIn, signInWithPasskey } from '../../src/shared/contracts/passkeys.ts';
import type { Authenticator } from './authenticator.ts';
import type { SignedInUser, Visitor } from './user.ts';

/** Adds a device's passkey to somebody's account; returns its id. Their address is confirmed. */
export async function keepPasskey(person: SignedInUser, device: Authenticator): Promise<string> {
  const params = { id: person.user.id };
  const { options, ticket } = await person.call(offerPasskey, { params, body: {} });
  const { id } = await person.call(addPasskey, { params, body: { ticket, answer: device.create(options) } });
  return id;
}

/** Signs in with a device's passkey, which stands for both steps. */
export async function enterByPasskey(visitor: Visitor, device: Authenticator): Promise<void> {
  const { options, ticket } = await visitor.call(offerSignIn);
  await visitor.call(signInWithPasskey, { body: { ticket, answer: device.get(options) } });
}
