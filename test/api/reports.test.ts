import { expect } from 'chai';
import { ApiError } from '../../src/shared/api-client.ts';
import { createEvent, type Event } from '../../src/shared/contracts/events.ts';
import { reportEvent } from '../../src/shared/contracts/reports.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HTML = { accept: 'text/html' };

describe('POST /api/v2/events/:id/report', () => {
  const web = useWeb({ env: { TRUST_PROXY: '1' } });
  let creator: SignedInUser;
  let event: Event;
  let address = 0;

  beforeEach(async () => {
    creator = await newUser(web().origin);
    event = await creator.call(createEvent, { body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] } });
  });

  /** Somebody at an address of their own. */
  const stranger = () => newVisitor(web().origin, { 'x-forwarded-for': `203.0.113.${++address}` });
  const stored = () => web().connection.collection('reports').find({}).sort({ _id: 1 }).toArray();
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error.code : error),
    );

  it('stores the message and the reporter’s role, but no key and no address', async () => {
    const body = { reason: 'This is not about a birthday.' };
    expect(await stranger().call(reportEvent, { params: { id: event.uuid }, query: {}, body })).to.deep.equal({
      reported: true,
    });
    await stranger().call(reportEvent, { params: { id: event.privateKey ?? '' }, query: {}, body: {} });
    const both = { reason: 'Spam', text: 'It sells watches.' };
    await stranger().call(reportEvent, { params: { id: event.uuid }, query: {}, body: both });
    const reports = (await stored()).filter(({ eventId }) => String(eventId) === event.id);
    expect(reports.map(({ role, reason, status }) => [role, reason, status])).to.deep.equal([
      ['public', body.reason, 'open'],
      ['recipient', '', 'open'],
      ['public', 'Spam\nIt sells watches.', 'open'],
    ]);
    expect(JSON.stringify(reports)).not.to.include(event.privateKey).and.not.include('203.0.113');
  });

  it('refuses the event’s makers, and visitors who can’t see it', async () => {
    for (const id of [event.uuid, event.privateKey ?? '', event.viewKey ?? '']) {
      const own = creator.call(reportEvent, { params: { id }, query: {}, body: {} });
      expect(await codeOf(own), id).to.equal('NOT_ALLOWED');
    }
    expect(await codeOf(stranger().call(reportEvent, { params: { id: event.id }, query: {}, body: {} }))).to.equal(
      'NOT_FOUND',
    );
  });

  it('is offered to everybody but the makers, staff included, by any link', async () => {
    const editor = await newUser(web().origin, { role: 'editor' });
    for (const ref of [event.uuid, event.privateKey, event.viewKey]) {
      const isOffered = async (who: Visitor) =>
        (await (await who.fetch(`/e/${ref}`, { headers: HTML })).text()).includes('Report This Page');
      const offered = [stranger(), await newUser(web().origin), creator, editor].map(isOffered);
      expect(await Promise.all(offered), `${ref}`).to.deep.equal([true, true, false, true]);
    }
  });

  it('refuses more than 20 an hour per address', async () => {
    const eager = stranger();
    const report = () => codeOf(eager.call(reportEvent, { params: { id: event.uuid }, query: {}, body: {} }));
    const codes = [];
    for (let sent = 0; sent < 21; sent++) codes.push(await report());
    expect(codes.slice(0, 20)).to.deep.equal(Array(20).fill(null));
    expect(codes[20]).to.equal('TOO_MANY_REQUESTS');
  });

  it('accepts a form without script, and thanks on the page', async () => {
    const visitor = stranger();
    const page = async (path: string) => (await visitor.fetch(path, { headers: HTML })).text();
    for (const ref of [event.uuid, event.privateKey ?? '', event.viewKey ?? '']) {
      expect(await page(`/e/${ref}`))
        .to.include(`action="/e/${ref}/report"`)
        .and.include('Report This Page');
      const answer = await visitor.postForm(`/e/${ref}/report`, {});
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([303, `/e/${ref}?reported=1`]);
      expect(await page(`/e/${ref}?reported=1`))
        .to.include('Thank you, we&#x27;ll review this page.')
        .and.not.include('Report This Page');
    }
    expect(await (await creator.fetch(`/e/${event.uuid}`, { headers: HTML })).text()).not.to.include(
      'Report This Page',
    );
  });
});
