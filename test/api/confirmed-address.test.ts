import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import mongoose, { Types } from 'mongoose';
import { purgeAccounts } from '../../src/features/account-data/account-deletion.service.ts';
import { CHAT_TOKEN_HEADER } from '../../src/shared/chat.ts';
import { startChat } from '../../src/shared/contracts/chat.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('records that others stored under an account’s address', () => {
  const web = useWeb();
  /** An account, and a clip and a chat of somebody without one, with its address. */
  async function withTraces(): Promise<SignedInUser> {
    const { origin } = web();
    const [person, maker, guest] = [await newUser(origin), await newUser(origin), newVisitor(origin)];
    const { email } = person.user;
    await giveText(guest, await startEvent(maker), 'From my phone', { contributor: { name: 'Ada', email } });
    const token = randomBytes(16).toString('base64url');
    const writer = newVisitor(origin, { [CHAT_TOKEN_HEADER]: token });
    await writer.call(startChat, { body: { text: 'A question', clientId: randomUUID(), token, email } });
    return person;
  }
  const copyOf = async ({ fetch, user }: SignedInUser) =>
    (await (await fetch(`/api/v2/users/${user.id}/export`)).json()) as Record<string, unknown[]>;
  async function purge({ user }: SignedInUser): Promise<void> {
    const due = { $set: { deletionDueAt: new Date(Date.now() - 1000) } };
    await mongoose.connection.collection('users').updateOne({ _id: new Types.ObjectId(user.id) }, due);
    await purgeAccounts();
  }
  const left = async ({ user: { email } }: SignedInUser) => [
    await mongoose.connection.collection('media').countDocuments({ 'contributor.email': email }),
    await mongoose.connection.collection('chat_conversations').countDocuments({ email }),
  ];

  it('are neither exported nor deleted while the account has not confirmed it', async () => {
    const stranger = await withTraces();
    const copy = await copyOf(stranger);
    expect([copy.clipsWithYourAddress, copy.chatsWithYourAddress]).to.deep.equal([[], []]);
    await purge(stranger);
    expect(await left(stranger)).to.deep.equal([1, 1]);
  });

  it('are exported once it is confirmed, and deleted with the account', async () => {
    const ada = await withTraces();
    await confirmAddress(mongoose.connection, ada.user.email);
    const copy = await copyOf(ada);
    expect(JSON.stringify(copy.clipsWithYourAddress)).to.include('From my phone');
    expect(JSON.stringify(copy.chatsWithYourAddress)).to.include('A question');
    await purge(ada);
    expect(await left(ada)).to.deep.equal([0, 0]);
  });
});
