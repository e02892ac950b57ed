import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { unzipSync } from 'fflate';
import type { CommandSucceededEvent } from 'mongodb';
import { platform } from '../../src/platform/platform.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { copyClip } from '../helpers/copied-clips.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, startEvent, startFreeEvent } from '../helpers/giving.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('GET /api/admin/viddaypackage/:id', () => {
  const web = useWeb();
  let admin: SignedInUser;
  let editor: SignedInUser;
  let creator: SignedInUser;

  before(async () => {
    admin = await newUser(web().origin, { role: 'admin' });
    editor = await newUser(web().origin, { role: 'editor' });
    creator = await newUser(web().origin);
  });

  it('streams everything with checksums, masked keys and an entry in the log', async () => {
    const own = await startFreeEvent(creator);
    const clip = await giveText(newVisitor(web().origin), own, 'Get well, “Ruth”');
    await finishedFilm(web().connection, own, { clip: clip.media });
    const answer = await admin.fetch(`/api/admin/viddaypackage/${own.id}`);
    expect(answer.headers.get('content-type')).to.equal('application/zip');
    expect(answer.headers.get('content-disposition')).to.equal(
      `attachment; filename="vidday-${own.uuid.slice(0, 8)}.zip"`,
    );
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const names = Object.keys(files);
    expect(names).to.include.members([
      'event.json',
      `posters/${clip.media.id}.jpg`,
      'films/version-1/film-1080.mp4',
      'films/version-1/poster.jpg',
      'texts/clips.json',
      'texts/guestbook.json',
      'logs/audit.json',
      'logs/history.json',
      'logs/renders.json',
    ]);
    const textOf = (name: string) => Buffer.from(files[name] ?? []).toString();
    const sums = textOf('SHA256SUMS').trim().split('\n');
    expect(sums).to.deep.equal(
      names
        .filter((name) => name !== 'SHA256SUMS')
        .map(
          (name) =>
            `${createHash('sha256')
              .update(files[name] ?? '')
              .digest('hex')}  ${name}`,
        ),
    );
    const whole = names.map(textOf).join('\n');
    expect(whole)
      .to.include('Get well, “Ruth”')
      .and.include(`${own.privateKey?.slice(0, 5)}…`);
    for (const key of [own.privateKey, own.viewKey, clip.receiptKey]) expect(whole).not.to.include(key);
    const [line] = await admin.call(listAudit, { query: { eventId: own.id, action: 'event.packaged' } });
    expect(line?.actorId).to.equal(admin.user.id);
  });

  it('sends a large event whole, though the database closes idle cursors while files are sent', async () => {
    const { connection } = web();
    const own = await startFreeEvent(creator);
    const { media } = await giveText(newVisitor(web().origin), own, 'One of many');
    await finishedFilm(connection, own, { clip: media });
    await copyClip(connection, media.id, 101);
    const open = new Set<unknown>();
    const note = ({ reply }: CommandSucceededEvent) => {
      const { id, ns } = (reply as { cursor?: { id: unknown; ns: string } }).cursor ?? {};
      if (ns?.endsWith('.media') && String(id) !== '0') open.add(id);
    };
    const client = connection.getClient().on('commandSucceeded', note);
    const { store } = platform();
    const read = async (...asked: Parameters<typeof store.read>) => {
      if (open.size > 0) await connection.db?.command({ killCursors: 'media', cursors: [...open] });
      return store.read(...asked);
    };
    const removePlatform = platform.is({ ...platform(), store: { ...store, read } }).install();
    const answer = await admin.fetch(`/api/admin/viddaypackage/${own.id}`);
    const names = Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())));
    removePlatform();
    client.off('commandSucceeded', note);
    expect(open.size).to.be.above(0);
    expect(names.filter((name) => name.startsWith('posters/')).length).to.equal(102);
  });

  it('asks for a recent second step, also as a form, and refuses editors and unknown events', async () => {
    const event = await startEvent(creator);
    const path = `/api/admin/viddaypackage/${event.id}`;
    expect((await editor.fetch(path)).status).to.equal(403);
    expect((await admin.fetch(`/api/admin/viddaypackage/${'0'.repeat(24)}`)).status).to.equal(404);
    const form = await admin.postForm(`/staff/events/${event.id}/package`, {});
    expect([form.status, form.headers.get('location')]).to.deep.equal([303, path]);
    await growStale(web().connection, 'secondStepAt');
    expect((await admin.fetch(path)).status).to.equal(403);
    expect((await admin.postForm(`/staff/events/${event.id}/package`, {})).status).to.equal(403);
  });
});
