import { expect } from 'chai';
import { Types } from 'mongoose';
import { whoAmI } from '../../src/shared/contracts/accounts.ts';
import {
  addPasskey,
  listPasskeys,
  offerPasskey,
  offerSignIn,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '../../src/shared/contracts/passkeys.ts';
import { useApi } from '../helpers/api-app.ts';
import { type Authenticator, newAuthenticator, type Twist } from '../helpers/authenticator.ts';
import { beforeWrite, databaseFails } from '../helpers/before-write.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress, useCodeApp } from '../helpers/second-factor.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { writtenMails } from '../helpers/written-mails.ts';

describe('Passkeys', () => {
  const api = useApi();
  const visitor = () => newVisitor(api().origin);
  const wayOf = (person: SignedInUser) => ({ params: { id: person.user.id } });
  const device = () => newAuthenticator(api().config.appOrigin);

  async function owner(): Promise<SignedInUser> {
    const person = await newUser(api().origin);
    await confirmAddress(api().database.connection, person.user.email);
    return person;
  }

  async function add(person: SignedInUser, key: Authenticator, twist?: Twist) {
    const { options, ticket } = await person.call(offerPasskey, wayOf(person));
    return person.call(addPasskey, { ...wayOf(person), body: { ticket, answer: key.create(options, twist) } });
  }

  async function enter(who: Visitor, key: Authenticator, twist?: Twist) {
    const { options, ticket } = await who.call(offerSignIn);
    return who.call(signInWithPasskey, { body: { ticket, answer: key.get(options, twist) } });
  }

  describe('registration', () => {
    it('asks for a discoverable credential with user verification', async () => {
      const person = await owner();
      const { options } = await person.call(offerPasskey, wayOf(person));
      expect(options.authenticatorSelection).to.deep.include({
        residentKey: 'required',
        userVerification: 'required',
      });
      expect(options.rp).to.deep.equal({ name: 'VidDay', id: new URL(api().config.appOrigin).hostname });
    });

    it('stores it, names it after the device, notifies the user, and excludes it from the next one', async () => {
      const person = await owner();
      const passkey = await add(person, device());
      expect(passkey).to.include({ isSynced: false, lastUsedAt: null });
      expect(passkey.name).to.have.length.above(3);
      const [mail] = await writtenMails(api().database.connection, person.user.email, 'second-factor-changed');
      expect(mail?.what).to.include('A passkey was added');
      const { options } = await person.call(offerPasskey, wayOf(person));
      expect(options.excludeCredentials).to.have.length(1);
    });

    for (const [what, twist] of Object.entries<Twist>({
      'from another origin': { origin: 'https://evil.example' },
      'for another site': { party: 'evil.example' },
      'that nobody guarded': { isVerified: false },
      'to another challenge': { challenge: 'AAAA' },
    })) {
      it(`refuses an answer ${what}`, async () => {
        const person = await owner();
        expect(await statusAndCode(add(person, device(), twist))).to.deep.equal([400, 'MALFORMED']);
        expect(await person.call(listPasskeys, wayOf(person))).to.deep.equal([]);
      });
    }

    it('accepts a challenge once, and from its own user only', async () => {
      const [person, other] = [await owner(), await owner()];
      const { options, ticket } = await person.call(offerPasskey, wayOf(person));
      const answer = device().create(options);
      const stolen = other.call(addPasskey, { ...wayOf(other), body: { ticket, answer } });
      expect(await statusAndCode(stolen)).to.deep.equal([410, 'EXPIRED']);
      await person.call(addPasskey, { ...wayOf(person), body: { ticket, answer } });
      const again = person.call(addPasskey, { ...wayOf(person), body: { ticket, answer } });
      expect(await statusAndCode(again)).to.deep.equal([410, 'EXPIRED']);
    });

    it('needs a confirmed address, and the user’s own session', async () => {
      const [person, other] = [await newUser(api().origin), await owner()];
      expect(await statusAndCode(person.call(offerPasskey, wayOf(person)))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await statusAndCode(other.call(offerPasskey, wayOf(person)))).to.deep.equal([404, 'NOT_FOUND']);
    });
  });

  describe('signing in', () => {
    it('needs nothing but the device', async () => {
      const person = await owner();
      const key = device();
      await add(person, key);
      const who = visitor();
      expect((await enter(who, key)).id).to.equal(person.user.id);
      expect((await who.call(whoAmI))?.id).to.equal(person.user.id);
      const [passkey] = await person.call(listPasskeys, wayOf(person));
      expect(passkey?.lastUsedAt).to.be.a('string');
    });

    it('counts as both steps', async () => {
      const person = await owner();
      const key = device();
      await add(person, key);
      await useCodeApp(api().database.connection, person);
      expect((await enter(visitor(), key)).id).to.equal(person.user.id);
    });

    for (const [what, twist] of Object.entries<Twist>({
      'from another origin': { origin: 'https://evil.example' },
      'for another site': { party: 'evil.example' },
      'that nobody guarded': { isVerified: false },
      'to another challenge': { challenge: 'AAAA' },
      'of a copied device, whose count goes back': { counter: 1 },
      'that names another user': { userHandle: 'bm9ib2R5' },
    })) {
      it(`refuses an answer ${what}`, async () => {
        const person = await owner();
        const key = device();
        await add(person, key);
        await enter(visitor(), key);
        const who = visitor();
        expect(await statusAndCode(enter(who, key, twist))).to.deep.equal([401, 'WRONG_CREDENTIALS']);
        expect(who.cookie()).to.equal('');
      });
    }

    it('refuses a signature by another key, and an unknown passkey', async () => {
      const person = await owner();
      const [key, other] = [device(), device()];
      await add(person, key);
      const who = visitor();
      const { options, ticket } = await who.call(offerSignIn);
      const answer = { ...other.get(options), id: key.get(options).id, rawId: key.get(options).id };
      const call = who.call(signInWithPasskey, { body: { ticket, answer } });
      expect(await statusAndCode(call)).to.deep.equal([401, 'WRONG_CREDENTIALS']);
      expect(await statusAndCode(enter(who, other))).to.deep.equal([401, 'WRONG_CREDENTIALS']);
    });

    it('is not taken for wrong while the database is away', async () => {
      const person = await owner();
      const key = device();
      await add(person, key);
      const who = visitor();
      const isTried = await beforeWrite('passkeys', 'updateOne', databaseFails, async () => {
        expect(await statusAndCode(enter(who, key))).to.deep.equal([500, 'INTERNAL']);
      });
      expect(isTried).to.equal(true);
      const lines = api().database.connection.collection('audit_log');
      expect(
        await lines.countDocuments({ action: 'passkey.refused', subjectId: new Types.ObjectId(person.user.id) }),
      ).to.equal(0);
      expect((await enter(who, key)).id).to.equal(person.user.id);
    });

    it('accepts an answer once, also of concurrent ones', async () => {
      const person = await owner();
      const key = device();
      await add(person, key);
      const { options, ticket } = await visitor().call(offerSignIn);
      const answer = key.get(options);
      const tries = await Promise.allSettled(
        Array.from({ length: 4 }, () => visitor().call(signInWithPasskey, { body: { ticket, answer } })),
      );
      expect(tries.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    });

    it('refuses a challenge made for something else, or for another user', async () => {
      const person = await owner();
      const key = device();
      await add(person, key);
      const { options, ticket } = await person.call(offerPasskey, wayOf(person));
      for (const each of [ticket, 'x'.repeat(120)]) {
        const call = visitor().call(signInWithPasskey, { body: { ticket: each, answer: key.get(options) } });
        expect(await statusAndCode(call)).to.deep.equal([410, 'EXPIRED']);
      }
    });

    it('stores nothing and sets no cookie when the login page is opened', async () => {
      const count = () => api().database.connection.collection('sessions').countDocuments();
      const before = await count();
      const who = visitor();
      await who.call(offerSignIn);
      expect([who.cookie(), await count()]).to.deep.equal(['', before]);
    });
  });

  describe('settings', () => {
    it('renames and removes one, which then can’t sign in', async () => {
      const person = await owner();
      const key = device();
      const { id: passkeyId } = await add(person, key);
      const params = { id: person.user.id, passkeyId };
      expect((await person.call(renamePasskey, { params, body: { name: 'My phone' } })).name).to.equal('My phone');
      expect(await person.call(removePasskey, { params })).to.deep.equal([]);
      expect(await statusAndCode(person.call(removePasskey, { params }))).to.deep.equal([404, 'NOT_FOUND']);
      expect(await statusAndCode(enter(visitor(), key))).to.deep.equal([401, 'WRONG_CREDENTIALS']);
    });

    it('are refused to other users', async () => {
      const [person, other] = [await owner(), await owner()];
      const { id: passkeyId } = await add(person, device());
      const foreign = { id: person.user.id, passkeyId };
      const mixed = { id: other.user.id, passkeyId };
      for (const call of [
        () => other.call(listPasskeys, wayOf(person)),
        () => other.call(renamePasskey, { params: foreign, body: { name: 'Mine' } }),
        () => other.call(renamePasskey, { params: mixed, body: { name: 'Mine' } }),
        () => other.call(removePasskey, { params: mixed }),
      ]) {
        expect(await statusAndCode(call())).to.deep.equal([404, 'NOT_FOUND']);
      }
    });
  });
});
