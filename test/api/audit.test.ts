import { expect } from 'chai';
import { Types } from 'mongoose';
import { AuditModel } from '../../src/features/audit/audit.model.ts';
import { recordAudit } from '../../src/features/audit/audit.service.ts';
import type { CallInput } from '../../src/shared/api-client.ts';
import type { AuditLine } from '../../src/shared/contracts/audit.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { updateEvent } from '../../src/shared/contracts/events.ts';
import { impersonate } from '../../src/shared/contracts/impersonation.ts';
import { updateMedia } from '../../src/shared/contracts/media.ts';
import { moderateMedia } from '../../src/shared/contracts/staff-media.ts';
import { useApi } from '../helpers/api-app.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const SUBJECT = 'a'.repeat(24);

describe('the audit log', () => {
  const api = useApi();
  let admin: SignedInUser;

  before(async () => {
    admin = await newUser(api().origin, { role: 'admin' });
  });

  const read = (query: CallInput<typeof listAudit>['query']): Promise<AuditLine[]> => admin.call(listAudit, { query });

  it('stores neither addresses nor keys in full, and recognises an address', async () => {
    const lines = [
      { ip: '203.0.113.77', details: { email: 'ada@example.com', note: 'from ada@example.com' } },
      { ip: '::ffff:203.0.113.77', details: { key: 'p0123456789ABCDEFGHIJKL' } },
      { ip: '203.0.113.78' },
      { ip: '2001:db8:1:2:3:4:5:6' },
      {},
    ];
    for (const line of lines) await recordAudit({ actorId: null, subjectId: SUBJECT, action: 'sign-in.done', ...line });
    const [none, six, near, mapped, four] = await read({ subjectId: SUBJECT });
    expect([four, mapped, near, six, none].map((line) => line?.network)).to.deep.equal([
      '203.0.113.0/24',
      '203.0.113.0/24',
      '203.0.113.0/24',
      '2001:db8:1::/48',
      null,
    ]);
    expect(four?.addressHash).to.equal(mapped?.addressHash).and.not.equal(near?.addressHash);
    const stored = JSON.stringify(await AuditModel.find({}).lean());
    expect(stored).not.to.match(/ada@|p0123456789|113\.77|:3:4:5/);
  });

  it('is paged newest first, and filtered by actor and action', async () => {
    const actorId = 'b'.repeat(24);
    for (const n of [1, 2, 3, 4, 5]) {
      await recordAudit({
        actorId,
        subjectId: SUBJECT,
        action: n % 2 ? 'passkey.added' : 'passkey.removed',
        details: { n },
      });
    }
    const numbers: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const { data, meta } = await admin.callBeside(listAudit, {
        query: { actorId, limit: 2, ...(cursor && { cursor }) },
      });
      expect(meta.total).to.equal(5);
      numbers.push(...data.map(({ details }) => details.n));
      cursor = meta.nextCursor;
    } while (cursor);
    expect(numbers).to.deep.equal([5, 4, 3, 2, 1]);
    expect((await read({ actorId, action: 'passkey.removed' })).map(({ details }) => details.n)).to.deep.equal([4, 2]);
  });

  it('is append-only, and a failed write does not fail the action', async () => {
    const refusals = await Promise.allSettled([
      AuditModel.updateMany({}, { $set: { action: 'test.forged' } }),
      AuditModel.findOneAndUpdate({}, { $set: { action: 'test.forged' } }),
      AuditModel.deleteMany({}),
    ]);
    expect(refusals.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected', 'rejected']);
    expect(await AuditModel.countDocuments({ action: 'test.forged' })).to.equal(0);
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    await recordAudit({ actorId: 'not an id', subjectId: null, action: 'passkey.added', details: circular });
    await recordAudit({ actorId: null, subjectId: null, action: undefined as never });
  });
});

describe('changes by staff', () => {
  const web = useWeb();
  let admin: SignedInUser;
  let ada: SignedInUser;

  before(async () => {
    admin = await newUser(web().origin, { role: 'admin' });
    ada = await newUser(web().origin);
  });

  const writes = (action: string, found: (lines: AuditLine[]) => boolean) =>
    eventually(`lines of ${action}`, async () => {
      const lines = await admin.call(listAudit, { query: { action, actorId: admin.user.id } });
      return found(lines) && lines;
    });
  const routesOf = (lines: AuditLine[]) =>
    lines.map(({ details }) => `${details.method} ${details.route} ${details.status}`);

  it('are in the audit log with actor, action and result, without content', async () => {
    const event = await startEvent(ada);
    const { media } = await giveText(newVisitor(web().origin), event, 'Happy birthday');
    await admin.call(moderateMedia, { params: { id: media.id }, body: { state: 'hidden', note: 'Unkind words' } });
    await admin.call(updateMedia, { params: { id: media.id }, body: { caption: 'Rewritten words' } }).catch(() => null);
    await admin.fetch('/api/v2/nothing', { method: 'POST' });
    const lines = await writes('staff.wrote', (found) => found.length >= 2);
    expect(routesOf(lines)).to.include.members(['PUT /api/v2/staff/media/:id 200', 'PUT /api/v2/media/:id 403']);
    expect(lines.find(({ details }) => details.status === 200)).to.deep.include({
      actorId: admin.user.id,
      subjectId: null,
    });
    const changes = lines.filter(({ details }) => String(details.route).endsWith('/media/:id'));
    for (const { details } of changes) expect(details.ids).to.deep.equal({ id: media.id });
    expect(JSON.stringify(lines)).not.to.include('Rewritten');
  });

  it('name both people during impersonation, also for forms and picture uploads', async () => {
    const event = await startEvent(ada);
    await admin.call(impersonate, { params: { id: ada.user.id }, query: {} });
    await admin.call(updateEvent, { params: { id: event.privateKey ?? '' }, query: {}, body: { thankYou: 'Hi' } });
    await admin.postForm('/settings/profile/details', { firstName: 'Mallory' });
    await admin.fetch('/settings/profile/picture', { method: 'POST', body: new FormData() });
    await admin.postForm('/auth/stop-impersonating', {});
    const lines = await writes('impersonation.wrote', (found) => found.length >= 4);
    expect(lines.map(({ details }) => details.route)).to.include.members([
      '/api/v2/events/:id',
      '/settings/profile/details',
      '/settings/profile/picture',
      '/auth/stop-impersonating',
    ]);
    for (const line of lines) expect(line).to.deep.include({ actorId: admin.user.id, subjectId: ada.user.id });
    expect(JSON.stringify(lines)).not.to.include(event.privateKey).and.not.to.include('Mallory');
  });

  it('are not in the audit log when a user makes them', async () => {
    await startEvent(ada);
    expect(await AuditModel.countDocuments({ action: /wrote/, actorId: new Types.ObjectId(ada.user.id) })).to.equal(0);
  });
});
