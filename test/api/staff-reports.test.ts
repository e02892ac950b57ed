import { expect } from 'chai';
import { purgeDeletedEvents } from '../../src/features/events/delete-event.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { deleteEvent, type Event, getEvent } from '../../src/shared/contracts/events.ts';
import { listNotifications } from '../../src/shared/contracts/notifications.ts';
import { decideReport, listReports, reportEvent } from '../../src/shared/contracts/reports.ts';
import { liftSuspension, suspendEvent } from '../../src/shared/contracts/staff-events.ts';
import { RESTORE_WINDOW } from '../../src/shared/limits.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { see } from '../helpers/pages.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

describe('reports at the desk', () => {
  const web = useWeb();
  let editor: SignedInUser;
  let creator: SignedInUser;
  let event: Event;

  before(async () => {
    editor = await newUser(web().origin, { role: 'editor' });
  });
  beforeEach(async () => {
    creator = await newUser(web().origin);
    event = await startEvent(creator);
  });

  const report = (reason: string) =>
    newVisitor(web().origin).call(reportEvent, { params: { id: event.uuid }, query: {}, body: { reason } });
  const open = async () =>
    (await editor.call(listReports, { query: { limit: 100 } })).filter(({ eventId }) => eventId === event.id);
  const decide = (id: string, status: 'confirmed' | 'dismissed', words: { note?: string; why?: string } = {}) =>
    editor.call(decideReport, { params: { id }, body: { status, ...words } });
  const lookAt = (ref: string) => see(newVisitor(web().origin), `/e/${ref}`);

  it('lists open reports oldest first, with the event and the reporter’s role', async () => {
    await report('Unkind words\nabout a colleague');
    await report('');
    const [first, second] = await open();
    expect(first).to.include({ reason: 'Unkind words', reporter: 'A visitor', status: 'open', handledBy: null });
    expect(first?.event).to.deep.include({ uuid: event.uuid, status: 'active' });
    expect(second?.text).to.equal('');
    expect(JSON.stringify([first, second])).not.to.include(event.privateKey);
  });

  it('confirms all open reports of an event, closes it to everybody and mails its creator once', async () => {
    await report('One');
    await report('Two');
    const [one] = await open();
    const done = await decide(one?.id ?? '', 'confirmed', { note: 'Two people', why: 'Clip 4 is cruel.' });
    await decide(one?.id ?? '', 'confirmed');
    expect(done).to.include({ status: 'confirmed', note: 'Two people', handledBy: 'Ada' });
    expect(await open()).to.deep.equal([]);
    for (const ref of [event.uuid, event.privateKey ?? '', event.viewKey ?? '']) {
      const page = await lookAt(ref);
      expect([page.status, page.html.includes('isn’t open right now')], ref).to.deep.equal([404, true]);
    }
    expect((await see(editor, `/e/${event.uuid}`)).status).to.equal(404);
    const clip = giveText(newVisitor(web().origin), event, 'Late');
    expect(await statusAndCode(clip)).to.deep.equal([404, 'NOT_FOUND']);
    const own = await see(creator, `/e/${event.uuid}`);
    expect(own.html).to.include('Your VidDay is paused').and.include('Clip 4 is cruel.').and.not.include('Two people');
    const mails = await writtenMails(web().connection, creator.user.email, 'suspension');
    expect(mails.map(({ why }) => why)).to.deep.equal(['Clip 4 is cruel.']);
  });

  it('lifts the suspension when its last confirmed report is dismissed, and returns to the state before', async () => {
    await report('One');
    const [one] = await open();
    await decide(one?.id ?? '', 'confirmed');
    await decide(one?.id ?? '', 'dismissed', { note: 'Friendly teasing' });
    expect((await creator.call(getEvent, { params: { id: event.id }, query: {} })).status).to.equal('active');
    expect((await lookAt(event.uuid)).status).to.equal(200);
    const mails = await writtenMails(web().connection, creator.user.email, 'suspension');
    expect(mails.map(({ isOpen }) => isOpen)).to.deep.equal(['yes', '']);
  });

  it('refuses a decision from a page on which a colleague’s is not shown yet, and takes the same one again', async () => {
    await report('One');
    const [one] = await open();
    const path = `/staff/reports/${one?.id}`;
    await decide(one?.id ?? '', 'confirmed');
    const stale = await editor.postForm(path, { status: 'dismissed', seen: 'open' });
    const html = await stale.text();
    expect(stale.status).to.equal(409);
    expect(html).to.include('A colleague decided this meanwhile.').and.include('name="seen" value="confirmed"');
    expect((await lookAt(event.uuid)).status, 'still suspended').to.equal(404);
    expect((await editor.postForm(path, { status: 'confirmed', seen: 'open' })).status).to.equal(303);
    expect((await editor.postForm(path, { status: 'dismissed', seen: 'confirmed' })).status).to.equal(303);
    expect((await lookAt(event.uuid)).status).to.equal(200);
  });

  it('tells signed-in reporters once what was decided, and again when that changes', async () => {
    const [anna, ben] = [await newUser(web().origin), await newUser(web().origin)];
    for (const each of [anna, ben]) {
      await each.call(reportEvent, { params: { id: event.uuid }, query: {}, body: { reason: 'Unkind' } });
    }
    const [one] = await open();
    const newsOf = async (user: SignedInUser) =>
      (await user.call(listNotifications, { query: {} })).map(({ type, title, text }) => [type, `${title}. ${text}`]);
    const closed = 'We looked at the page that you reported. You were right, and we closed it. Thank you.';
    await decide(one?.id ?? '', 'confirmed');
    await decide(one?.id ?? '', 'confirmed');
    for (const each of [anna, ben]) expect(await newsOf(each)).to.deep.equal([['reportResolved', closed]]);
    await decide(one?.id ?? '', 'dismissed');
    expect((await newsOf(anna))[0]?.[1]).to.match(/It can stay as it is/);
    expect(await newsOf(ben)).to.deep.equal([['reportResolved', closed]]);
  });

  it('records who did what, before, after and why, and finds it by the event', async () => {
    await report('One');
    const [one] = await open();
    await decide(one?.id ?? '', 'confirmed', { note: 'Cruel' });
    const admin = await newUser(web().origin, { role: 'admin' });
    const lines = await admin.call(listAudit, { query: { eventId: event.id } });
    expect(
      lines.map(({ action, actorId, details }) => [action, actorId, details.before, details.after, details.note]),
    ).to.deep.equal([
      ['report.confirmed', editor.user.id, 'open', 'confirmed', 'Cruel'],
      ['event.suspended', editor.user.id, 'active', 'suspended', 'Cruel'],
    ]);
  });

  it('suspends and lifts an event without a report; a deleted or unknown one is refused', async () => {
    const params = { id: event.id };
    expect(await editor.call(suspendEvent, { params, body: { why: 'Copied music' } })).to.include({
      status: 'suspended',
    });
    expect(await editor.call(liftSuspension, { params, body: {} })).to.include({ status: 'active' });
    expect(await statusAndCode(editor.call(liftSuspension, { params, body: {} }))).to.deep.equal([409, 'WRONG_STATE']);
    const nowhere = { params: { id: '0'.repeat(24) }, body: {} };
    expect(await statusAndCode(editor.call(suspendEvent, nowhere))).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('confirms a report of a deleted event without suspending it, so that it is still purged', async () => {
    await report('One');
    await creator.call(deleteEvent, { params: { id: event.id } });
    const [one] = await open();
    const page = await see(editor, `/staff/reports?show=open&id=${one?.id}`);
    expect(page.html).to.include('Its creator has deleted it').and.include('Confirm').and.not.include('Suspend it');
    const suspended = editor.call(suspendEvent, { params: { id: event.id }, body: {} });
    expect(await statusAndCode(suspended)).to.deep.equal([409, 'WRONG_STATE']);
    const done = await decide(one?.id ?? '', 'confirmed');
    expect([done.status, done.event?.status]).to.deep.equal(['confirmed', 'deleted']);
    const admin = await newUser(web().origin, { role: 'admin' });
    const lines = await admin.call(listAudit, { query: { eventId: event.id } });
    expect(lines.map(({ action }) => action))
      .to.include('report.confirmed')
      .and.not.include('event.suspended');
    expect(await writtenMails(web().connection, creator.user.email, 'suspension')).to.deep.equal([]);
    await purgeDeletedEvents(Date.now() + RESTORE_WINDOW + 1000);
    expect((await decide(one?.id ?? '', 'confirmed')).event).to.equal(null);
  });

  it('works as a form without script; a refused one keeps what was typed', async () => {
    await report('Not nice at all');
    const [one] = await open();
    const page = await see(editor, `/staff/reports?show=open&id=${one?.id}`);
    expect(page.html).to.include(`action="/staff/reports/${one?.id}"`).and.include('Not nice at all');
    const path = `/staff/reports/${one?.id}`;
    const long = await editor.postForm(path, { status: 'dismissed', note: 'x'.repeat(501), why: 'Kept words' });
    expect([long.status, (await long.text()).includes('Kept words')]).to.deep.equal([422, true]);
    const sent = await editor.postForm(path, { status: 'confirmed', note: 'Right', why: '' });
    expect([sent.status, sent.headers.get('location')]).to.deep.equal([
      303,
      `/staff/reports?show=confirmed&id=${one?.id}`,
    ]);
    const desk = await see(editor, '/staff');
    expect(desk.status).to.equal(200);
    expect(desk.html).not.to.include('Not nice at all');
  });

  it('asks for a recent second step before it suspends, and not before it dismisses', async () => {
    const own = await newUser(web().origin, { role: 'editor' });
    await report('One');
    const [one] = await open();
    const params = { id: one?.id ?? '' };
    await growStale(web().connection, 'secondStepAt');
    const refused = own.call(decideReport, { params, body: { status: 'confirmed' } });
    expect(await statusAndCode(refused)).to.deep.equal([403, 'SIGN_IN_AGAIN']);
    const page = await see(own, `/staff/reports?show=open&id=${one?.id}`);
    expect(page.html).to.include('your second step was a while ago').and.include('again=second-step');
    expect((await own.call(decideReport, { params, body: { status: 'dismissed' } })).status).to.equal('dismissed');
  });
});
