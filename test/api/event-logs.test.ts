import { expect } from 'chai';
import { createLog } from '../../src/platform/log.ts';
import { deliverEvent, openedEvent } from '../../src/shared/contracts/deliveries.ts';
import { getEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { deleteMedia, getReceipt } from '../../src/shared/contracts/media.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { giveFile, giveText, startEvent } from '../helpers/giving.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('the logs of an event', () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const web = useWeb({ log: createLog({ env: 'production', logLevel: 'trace' }, 'web', { write }) });

  it('hold no key, address, password or cookie', async () => {
    const { origin } = web();
    const creator = await newUser(origin);
    const guest = newVisitor(origin);
    const event = await startEvent(creator, { recipients: [{ firstName: 'Ruth', email: 'ruth@secret.example' }] });
    const { privateKey = '', viewKey = '' } = event;
    const contributor = { name: 'Anna', email: 'anna@secret.example' };
    const { receiptKey, media } = await giveFile(guest, origin, event, mp4Clip(), { contributor });
    await giveText(guest, event, 'Between us', { contributor, event: privateKey });
    for (const key of [privateKey, viewKey]) {
      await guest.call(getEvent, { params: { id: key }, query: {} });
      await guest.call(getEvent, { params: { id: event.id }, query: { v: key } });
      await guest.fetch(`/e/${key}?open=1`);
      await guest.fetch(`/e/${key}/nothing/here?v=${key}&email=ruth%40secret.example`);
      await guest.fetch(`/api/event/${event.id}?privateKey=${key}`, {
        method: 'PATCH',
        headers: { 'x-event-key': key },
      });
    }
    await guest.call(updateEvent, {
      params: { id: event.uuid },
      query: { v: privateKey },
      body: { thankYou: 'Thanks' },
    });
    await guest.call(openedEvent, { params: { id: privateKey }, query: {} });
    await guest.call(getReceipt, { params: { key: receiptKey } });
    await guest.fetch(`/e/${event.uuid}/receipt/${receiptKey}`);
    await guest.call(deleteMedia, { params: { id: media.id }, query: { receipt: receiptKey } });
    await creator.call(deliverEvent, { params: { id: event.id }, body: {} }).catch(() => undefined);
    await guest.postForm('/auth/login', { email: creator.user.email, password: creator.password });
    await guest.fetch('/api/stripe/webhook', {
      method: 'POST',
      headers: { 'stripe-signature': 't=1,v1=0' },
      body: '{}',
    });

    const log = lines.join('\n');
    expect(lines.length).to.be.greaterThan(10);
    expect(log).to.include('/api/event/');
    const session = decodeURIComponent(/vd_sid=([^;]+)/.exec(creator.cookie())?.[1] ?? '').slice(2, 20);
    expect(session).to.have.lengthOf(18);
    const secrets = { privateKey, viewKey, receiptKey, session, password: creator.password, email: creator.user.email };
    for (const [name, secret] of Object.entries(secrets)) expect(log.includes(secret), name).to.equal(false);
    expect(log).not.to.match(/secret\.example|secret%2eexample|Between us/i);
  });
});
