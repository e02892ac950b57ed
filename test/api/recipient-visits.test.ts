import { expect } from 'chai';
import { getEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { listGuestbook } from '../../src/shared/contracts/guestbook.ts';
import { listHistory } from '../../src/shared/contracts/organisers.ts';
import { reportEvent } from '../../src/shared/contracts/reports.ts';
import { addRsvps, updateRsvp } from '../../src/shared/contracts/rsvps.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { invite, keyOf } from '../helpers/guests.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('the public page of a gift, opened by its recipient', () => {
  const web = useWeb();
  let ada: SignedInUser;
  let ruth: SignedInUser;

  beforeEach(async () => {
    [ada, ruth] = [await newUser(web().origin), await newUser(web().origin)];
  });

  const eventFor = () => startEvent(ada, { recipients: [{ firstName: 'Ruth', email: ruth.user.email }] });
  const open = async (who: { fetch: SignedInUser['fetch'] }, path: string) => (await who.fetch(path)).text();
  const mails = () =>
    web()
      .connection.collection('jobs')
      .countDocuments({ 'data.template': 'recipient-visit', 'data.to': ada.user.email });

  it('is neutral for their confirmed address, and its makers hear of it once', async () => {
    await confirmAddress(web().connection, ruth.user.email);
    const event = await eventFor();
    const [guest] = await invite(ada, event, { firstName: 'Sofia' });
    for (const path of [`/e/${event.uuid}`, `/e/${event.uuid}?i=${new URL(guest?.link ?? '').searchParams.get('i')}`]) {
      const shown = await open(ruth, path);
      expect(shown).to.include('Nothing to see here yet');
      expect(shown).not.to.match(/birthday|turns|Sofia/i);
    }
    const lines = await ada.call(listHistory, { params: { id: event.uuid } });
    expect(lines.filter(({ what }) => what === 'guarded').map(({ about }) => about)).to.deep.equal(['Ruth']);
    expect(await mails()).to.equal(1);
    expect(await open(newVisitor(web().origin), `/e/${event.uuid}`)).to.include('Ruth');
    expect(await open(ruth, `/e/${event.privateKey}`), 'their own link').to.include('Ruth');
  });

  it('has the same neutral answer at every address of its API, and at its socket', async () => {
    await confirmAddress(web().connection, ruth.user.email);
    const event = await eventFor();
    const [guest] = await invite(ada, event, { firstName: 'Sofia' });
    const asked = [
      ruth.call(getEvent, { params: { id: event.uuid }, query: {} }),
      giveText(ruth, event, 'What is this?'),
      ruth.call(addRsvps, { body: { event: event.uuid, firstName: 'Ruth', answer: 'yes' } }),
      ruth.call(updateRsvp, {
        params: { id: guest?.id ?? '' },
        query: { i: guest ? keyOf(guest) : '' },
        body: { opened: true },
      }),
      ruth.call(listGuestbook, { params: { id: event.uuid }, query: {} }),
      ruth.call(reportEvent, { params: { id: event.uuid }, query: {}, body: { reason: 'What is this?' } }),
    ];
    for (const { status, message } of await Promise.all(asked.map(refusalOf))) {
      expect([status, message]).to.deep.equal([404, 'Nothing to see here yet. There’s nothing you have to do.']);
    }
    for (const page of ['guestbook', 'music', 'premiere', 'people']) {
      const shown = await ruth.fetch(`/e/${event.uuid}/${page}`);
      expect([shown.status, /Ruth’s|birthday/i.test(await shown.text())]).to.deep.equal([404, false]);
    }
    expect(await ruth.call(getEvent, { params: { id: event.privateKey ?? '' }, query: {} })).to.include({
      id: event.id,
    });
  });

  it('is as for everybody under an unconfirmed address, for makers, and once it was given', async () => {
    const event = await eventFor();
    expect(await open(ruth, `/e/${event.uuid}`)).to.include('Ruth');
    await confirmAddress(web().connection, ruth.user.email);
    await confirmAddress(web().connection, ada.user.email);
    const recipients = [{ firstName: 'Ada', email: ada.user.email }];
    await ada.call(updateEvent, { params: { id: event.id }, query: {}, body: { recipients } });
    expect(await open(ada, `/e/${event.uuid}`)).not.to.include('Nothing to see here yet');
    const given = await eventFor();
    await web()
      .connection.collection('events')
      .updateOne({ uuid: given.uuid }, { $set: { deliveredAt: new Date() } });
    expect(await open(ruth, `/e/${given.uuid}`)).not.to.include('Nothing to see here yet');
    expect(await mails()).to.equal(0);
  });
});
