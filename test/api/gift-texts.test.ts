import { expect } from 'chai';
import { carryOutDelivery } from '../../src/features/events/delivery.ts';
import { type SandboxText, textsTo } from '../../src/integrations/sandbox/twilio-outbox.ts';
import { deliverEvent } from '../../src/shared/contracts/deliveries.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startFreeEvent } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

let made = 0;
/** A number that exists, and that no other test has. */
const newNumber = () => `+49151${String(33_450_000 + made++)}`;

describe('a gift by text', function () {
  this.timeout(120_000);
  const app = useWholeApp();
  let ada: SignedInUser;

  before(async () => {
    ada = await newUser(app().origin);
    await confirmAddress(app().connection, ada.user.email);
  });

  async function eventFor(...phones: string[]): Promise<Event> {
    const recipients = phones.map((phone, at) => ({ firstName: ['Ruth', 'Karl'][at] ?? 'Ida', phone }));
    const event = await startFreeEvent(ada, { recipients });
    const { media } = await giveText(newVisitor(app().origin), event, 'Get well soon');
    await finishedFilm(app().connection, event, { clip: media });
    return readEvent(ada, event);
  }
  const deliver = (event: Event, more: { at?: string; message?: string } = {}) =>
    ada.call(deliverEvent, { params: { id: event.id }, body: { byText: true, ...more } });
  const sentTo = (phone: string): Promise<SandboxText[]> => textsTo({ connection: app().connection }, phone, 10);
  /** Does what its job does once its time has come. */
  async function give(event: Event): Promise<void> {
    const stored = await app().connection.collection('events').findOne({ uuid: event.uuid });
    await carryOutDelivery(event.id, stored?.deliveryId);
    await carryOutDelivery(event.id, stored?.deliveryId);
  }
  const left = (phone: string) =>
    eventually('the text', async () => {
      const found = await sentTo(phone);
      return found.length > 0 && found;
    });

  it('goes to each recipient’s phone once, with words that give nothing away and the link of the gift', async () => {
    const [ruths, karls] = [newNumber(), newNumber()];
    const event = await eventFor(ruths, karls);
    expect((await deliver(event)).delivery).to.include({ byText: true, byHand: false });
    await give(event);
    const [text, ...more] = await left(ruths);
    expect(more).to.deep.equal([]);
    expect(text?.body).to.match(/^Ruth, Ada and friends have something for you\. It's wrapped and waiting here:\n/);
    expect(text?.body).to.include(`/e/${event.privateKey}\nReply STOP`);
    expect((await left(karls))[0]?.body).to.match(/^Karl, /);
    const given = await readEvent(ada, event);
    expect([given.status, given.undelivered]).to.deep.equal(['delivered', []]);
    expect(await statusAndCode(deliver(event)), 'the same film again').to.deep.equal([409, 'WRONG_STATE']);
    const mails = { type: 'mail.send', 'data.template': 'gift', 'data.values.eventId': event.id };
    expect(await app().connection.collection('jobs').countDocuments(mails)).to.equal(0);
  });

  it('is from “your friends” where the giver’s name became a link after it was planned', async () => {
    const phone = newNumber();
    const event = await eventFor(phone);
    await deliver(event);
    await app()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $set: { creatorName: 'win.click' } });
    await give(event);
    expect((await left(phone))[0]?.body).to.match(/^Ruth, your friends have something for you\./);
  });

  it('that does not arrive takes the delivery back, and says who was not reached', async () => {
    const phone = '+15005550130';
    const event = await eventFor(phone);
    await deliver(event, { message: 'For you' });
    await give(event);
    const now = await eventually('the loss', async () => {
      const found = await readEvent(ada, event);
      return (found.undelivered?.length ?? 0) > 0 && found.status === 'finalized' && found;
    });
    expect(now.undelivered).to.deep.equal([{ recipientId: event.recipients[0]?.id, why: 'failed' }]);
    expect((await deliver(event)).delivery?.at, 'and can go again').to.be.a('string');
  });

  it('is refused without a number, without its country code, and for words that are too long', async () => {
    const nobody = await eventFor('');
    expect((await refusalOf(deliver(nobody))).fields.recipients).to.equal('Nobody here has a phone number yet.');
    const local = await eventFor('0151 2345678');
    expect((await refusalOf(deliver(local))).fields).to.deep.equal({
      'recipients.0.phone': 'Start with + and the country code, such as +1.',
    });
    const event = await eventFor(newNumber());
    expect((await refusalOf(deliver(event, { message: '🎂'.repeat(200) }))).fields.message).to.match(/too long/);
  });
});
