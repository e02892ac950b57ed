import { expect } from 'chai';
import sharp from 'sharp';
import { accountData } from '../../src/features/account-data/account-data.parts.ts';
import type { ExportSection } from '../../src/platform/manifest/personal-data.ts';
import { installParts } from '../../src/platform/part.ts';
import { impersonate, stopImpersonating } from '../../src/shared/contracts/impersonation.ts';
import { updateProfile } from '../../src/shared/contracts/profiles.ts';
import { decideReport, reportEvent } from '../../src/shared/contracts/reports.ts';
import { FRESH_FOR } from '../../src/shared/limits.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { storedSong } from '../helpers/songs.ts';
import { newUser, newVisitor, type SignedInUser, signInElsewhere, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

interface Copy {
  account: Record<string, unknown>;
  profile: Record<string, unknown>;
  waysIn: { secondFactor: unknown; identities: unknown[]; passkeys: unknown[] };
  signIns: Record<string, unknown>[];
  history: { action: string; by: string; network: string | null; details: Record<string, unknown> }[];
  events: (Record<string, unknown> & { songs: { title: string }[] })[];
  contributions: Record<string, unknown>[];
  payments: unknown[];
  support: { reports: { reason: string }[] };
}

/** Adds a section to everybody's copy; returns what takes it away again. */
function withSection(name: string, section: ExportSection): () => void {
  const all = accountData();
  return installParts([accountData.is({ ...all, sections: { ...all.sections, [name]: section } })]);
}

describe('GET /api/v2/users/{id}/export', () => {
  const web = useWeb();
  let ada: SignedInUser;

  beforeEach(async () => {
    ada = await newUser(web().origin);
  });

  const ask = (who: Visitor, id: string) => who.fetch(`/api/v2/users/${id}/export`);
  const copyOf = async (who: SignedInUser) => (await (await ask(who, who.user.id)).json()) as Copy;

  it('answers one JSON file with everything stored about the person', async () => {
    const [ben, admin] = await Promise.all([newUser(web().origin), newUser(web().origin, { role: 'admin' })]);
    await ada.call(updateProfile, {
      params: { id: ada.user.id },
      body: { country: 'DE', notifications: { reminders: false } },
    });
    const own = await startEvent(ada, { recipients: [{ firstName: 'Ruth', email: 'ruth@example.com' }] });
    await giveText(newVisitor(web().origin), own, 'Hi', { contributor: { name: 'Jo', email: 'jo@example.com' } });
    await storedSong(web().connection, own, 'Our waltz');
    const others = await startEvent(ben, { recipients: [{ firstName: 'Karl', email: 'karl@example.com' }] });
    const contributor = { name: 'Ada L', email: ada.user.email };
    const { receiptKey } = await giveText(ada, others, 'Well done, Karl', { contributor });
    await ben.call(reportEvent, { params: { id: own.uuid }, query: {}, body: { reason: 'Unkind' } });
    const unkind = await web().connection.collection('reports').findOne({ reason: 'Unkind' });
    await admin.call(decideReport, {
      params: { id: String(unkind?._id) },
      body: { status: 'confirmed', note: 'The third one of her', why: 'A clip is unkind' },
    });
    await ada.call(reportEvent, { params: { id: others.uuid }, query: {}, body: { reason: 'Too loud' } });
    await admin.call(impersonate, { params: { id: ada.user.id }, query: {} });
    await admin.call(stopImpersonating);

    const answer = await ask(ada, ada.user.id);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    expect(answer.headers.get('content-disposition')).to.match(/^attachment; filename="vidday-\d{4}-\d\d-\d\d\.json"$/);
    expect(answer.headers.get('cache-control')).to.equal('private, no-store');
    const text = await answer.text();
    const copy = JSON.parse(text) as Copy;
    expect(copy.account).to.include({ id: ada.user.id, email: ada.user.email, firstName: 'Ada', role: 'user' });
    expect(copy.profile).to.deep.include({ country: 'DE' });
    expect(copy.waysIn).to.deep.include({ identities: [], passkeys: [] });
    expect(copy.signIns.map(({ via }) => via)).to.deep.equal(['register']);
    expect(copy.events.map(({ uuid, role, recipients }) => ({ uuid, role, recipients }))).to.deep.equal([
      {
        uuid: own.uuid,
        role: 'creator',
        recipients: [{ firstName: 'Ruth', lastName: null, email: 'ruth@example.com', phone: null }],
      },
    ]);
    expect(copy.events[0]?.songs.map(({ title }) => title)).to.deep.equal(['Our waltz']);
    expect(copy.contributions.map(({ text: words, as }) => ({ words, as }))).to.deep.equal([
      { words: 'Well done, Karl', as: { ...contributor, with: [] } },
    ]);
    expect(copy.support.reports.map(({ reason }) => reason)).to.deep.equal(['Too loud']);
    const started = copy.history.find(({ action }) => action === 'impersonation.started');
    expect(started).to.include({ by: 'our staff', network: null });
    const suspended = copy.history.find(({ action }) => action === 'event.suspended');
    expect(suspended?.details, 'was mailed').to.include({ why: 'A clip is unkind' });
    expect(copy.history.map(({ action }) => action)).to.include.members(['account.exported', 'impersonation.stopped']);

    const secrets = [own.privateKey, own.viewKey, receiptKey, ada.cookie(), '$argon2', 'addressHash', 'passwordHash'];
    const foreign = [
      'karl@example.com',
      'jo@example.com',
      admin.user.id,
      admin.user.email,
      ben.user.email,
      ben.user.id,
      'The third one of her',
    ];
    for (const word of [...secrets, ...foreign]) expect(text.includes(word ?? '-'), word).to.equal(false);
  });

  it('embeds the profile picture instead of its URL', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c98', noise } })
      .jpeg()
      .toBuffer();
    await ada.fetch(`/api/v2/user-profiles/${ada.user.id}/picture`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(photo),
    });
    const [, type, words = ''] = /^data:([^;]+);base64,(.+)$/.exec(String((await copyOf(ada)).profile.picture)) ?? [];
    expect(type).to.equal('image/webp');
    const { format, width, height } = await sharp(Buffer.from(words, 'base64')).metadata();
    expect({ format, width, height }).to.deep.equal({ format: 'webp', width: 512, height: 512 });
  });

  it('refuses everybody but the person', async () => {
    const admin = await newUser(web().origin, { role: 'admin' });
    expect((await ask(newVisitor(web().origin), ada.user.id)).status).to.equal(401);
    expect((await ask(admin, ada.user.id)).status).to.equal(404);
    await admin.call(impersonate, { params: { id: ada.user.id }, query: {} });
    expect((await ask(admin, ada.user.id)).status).to.equal(403);
  });

  it('asks for a sign-in within the last 15 minutes', async () => {
    const sessions = web().connection.collection('sessions');
    for (const { _id, session } of await sessions.find().toArray()) {
      const data = { ...JSON.parse(session), confirmedAt: Date.now() - FRESH_FOR };
      await sessions.updateOne({ _id }, { $set: { session: JSON.stringify(data) } });
    }
    const late = await ask(ada, ada.user.id);
    expect([late.status, (await late.json()).error.code]).to.deep.equal([403, 'SIGN_IN_AGAIN']);
    expect((await ask(await signInElsewhere(web().origin, ada), ada.user.id)).status).to.equal(200);
  });

  it('streams, and breaks the connection when a section fails half way', async () => {
    const rows = 2000;
    const undo = withSection('much', async function* () {
      for (let row = 0; row < rows; row++) yield { row, words: 'x'.repeat(200) };
    });
    const much = (await copyOf(ada)) as Copy & { much: unknown[] };
    undo();
    expect(much.much).to.have.length(rows);
    const off = withSection('broken', () => Promise.reject(new Error('not now')));
    const broken = await ask(ada, ada.user.id).then(
      (answer) => answer.text().catch(() => 'cut off'),
      () => 'cut off',
    );
    off();
    expect(broken).to.equal('cut off');
  });

  it('allows five exports an hour', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const answer = await ask(ada, ada.user.id);
      statuses.push(answer.status);
      await answer.text();
    }
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 429]);
  });
});
