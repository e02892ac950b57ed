import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import mongoose, { Types } from 'mongoose';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { addRecipient, removeRecipient, updateRecipient } from '../../src/shared/contracts/recipients.ts';
import { RECIPIENTS_MAX } from '../../src/shared/limits.ts';
import { readEvent, startEvent } from '../helpers/giving.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('recipients of an event', () => {
  const web = useWeb();
  let creator: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    creator = await newUser(web().origin);
    event = await startEvent(creator, { recipients: [{ firstName: 'Ruth', email: 'ruth@example.org' }] });
  });

  const add = (firstName: string, more: object = {}) =>
    creator.call(addRecipient, { body: { event: event.uuid, firstName, ...more } });
  const names = async () => (await readEvent(creator, event)).recipients.map(({ firstName }) => firstName);
  const first = () => event.recipients[0]?.id ?? '';

  describe('POST /api/v2/recipients', () => {
    it('adds a person at the end and answers with them', async () => {
      const added = await add('Walter', { lastName: 'Moss' });
      expect(added).to.include({ firstName: 'Walter', lastName: 'Moss', email: null, phone: null });
      expect((await readEvent(creator, event)).recipients.map(({ id }) => id)).to.deep.equal([first(), added.id]);
    });

    it('keeps everybody added concurrently', async () => {
      await Promise.all(['Ada', 'Ben', 'Cleo'].map((name) => add(name)));
      expect(await names()).to.have.members(['Ruth', 'Ada', 'Ben', 'Cleo']);
    });

    it('refuses one too many with LIMIT_REACHED', async () => {
      const full = Array.from({ length: RECIPIENTS_MAX }, (_, n) => ({ id: `r${n}`, firstName: `R${n}` }));
      const events = mongoose.connection.collection('events');
      await events.updateOne({ _id: new Types.ObjectId(event.id) }, { $set: { recipients: full } });
      expect((await refusalOf(add('Zoe'))).code).to.equal('LIMIT_REACHED');
    });

    it('refuses a visitor, and another user with 404', async () => {
      const body = { event: event.id, firstName: 'Mallory' };
      expect((await refusalOf(newVisitor(web().origin).call(addRecipient, { body }))).status).to.equal(404);
      const other = await newUser(web().origin);
      expect((await refusalOf(other.call(addRecipient, { body }))).status).to.equal(404);
      expect(await names()).to.deep.equal(['Ruth']);
    });
  });

  describe('suggested questions', () => {
    const own = 'Who brings the cake?';
    const promptsOf = async () => (await readEvent(creator, event)).prompts;

    beforeEach(async () => {
      const started = startEvent(creator, {
        recipients: [{ firstName: 'Rut' }],
        prompts: ['Describe Rut in three words.', own],
      });
      event = await started;
    });

    it('name the recipients as they are now, and own questions stay', async () => {
      const { call } = creator;
      await call(updateRecipient, { params: { id: first() }, body: { event: event.id, firstName: 'Ruth' } });
      expect(await promptsOf()).to.deep.equal(['Describe Ruth in three words.', own]);
      const added = await add('Karl');
      expect(await promptsOf()).to.deep.equal(['Describe Ruth and Karl in three words.', own]);
      await call(removeRecipient, { params: { id: added.id }, body: { event: event.id } });
      expect(await promptsOf()).to.deep.equal(['Describe Ruth in three words.', own]);
    });

    it('name everybody of those who are added at once', async () => {
      await Promise.all(['Karl', 'Bo', 'Mia'].map((name) => add(name)));
      const { recipients, prompts } = await readEvent(creator, event);
      const [last = '', ...others] = recipients.map(({ firstName }) => firstName).reverse();
      const names = `${others.reverse().join(', ')} and ${last}`;
      expect(prompts).to.deep.equal([`Describe ${names} in three words.`, own]);
    });

    it('name them when the whole event is saved, with questions written in the same form', async () => {
      const recipients = event.recipients.map((each) => ({ ...each, firstName: 'Ruth' }));
      const body = { recipients, prompts: ['Describe Rut in three words.', 'And the candles?'] };
      await creator.call(updateEvent, { params: { id: event.id }, query: {}, body });
      expect(await promptsOf()).to.deep.equal(['Describe Ruth in three words.', 'And the candles?']);
    });
  });

  describe('PUT /api/v2/recipients/:id', () => {
    const update = (id: string, body: object) =>
      creator.call(updateRecipient, { params: { id }, body: { event: event.id, firstName: 'Ruthie', ...body } });

    it('changes given fields, clears null and keeps the others', async () => {
      expect(await update(first(), { phone: '+1 555 0100' })).to.include({
        firstName: 'Ruthie',
        email: 'ruth@example.org',
        phone: '+1 555 0100',
      });
      expect((await update(first(), { email: null })).email).to.equal(null);
      expect((await readEvent(creator, event)).recipients[0]).to.include({ phone: '+1 555 0100', email: null });
    });

    it('answers 404 for an unknown recipient', async () => {
      expect((await refusalOf(update(randomUUID(), {}))).status).to.equal(404);
    });
  });

  describe('DELETE /api/v2/recipients/:id', () => {
    const remove = (id: string) => creator.call(removeRecipient, { params: { id }, body: { event: event.id } });

    it('removes a person and answers with them', async () => {
      await add('Walter');
      expect((await remove(first())).firstName).to.equal('Ruth');
      expect(await names()).to.deep.equal(['Walter']);
    });

    it('refuses to remove the last one with 409', async () => {
      expect((await refusalOf(remove(first()))).status).to.equal(409);
      expect(await names()).to.deep.equal(['Ruth']);
    });
  });
});
