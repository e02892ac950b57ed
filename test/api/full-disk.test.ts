import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { limitFiles } from '../helpers/file-limit.ts';
import { giveText, startFreeEvent } from '../helpers/giving.ts';
import { type EmbeddedServer, startEmbedded } from '../helpers/mongo-server.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { createUpload, offsetOf, patchUpload, postUpload } from '../helpers/tus.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { startTestWeb, type TestWeb } from '../helpers/web-app.ts';

describe('an app on a full disk', function () {
  this.timeout(600_000);
  let folder: string;
  let database: EmbeddedServer;
  let web: TestWeb;
  let creator: SignedInUser;
  let event: Event;

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    creator.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const addText = (text: string) =>
    post('/api/v2/media', { event: event.uuid, kind: 'text', text, contributor: { name: 'Anna' } });
  const expectFull = async (answer: Response) => {
    const { error } = await answer.json();
    expect(answer.status).to.equal(503);
    expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 600);
    expect(error).to.include({ code: 'PROVIDER_DOWN' });
    expect(error.message)
      .to.match(/^We have no room/)
      .and.include('What you sent before is safe');
  };

  before(async () => {
    folder = await tempFolder();
    database = await startEmbedded(folder, 0);
    web = await startTestWeb({ env: { MONGODB_URI: `${database.uri.replace(/\/+$/, '')}/full` } });
    creator = await newUser(web.origin);
    event = await startFreeEvent(creator);
    await giveText(newVisitor(web.origin), event, 'Get well soon');
  });
  after(async () => {
    await web.close();
    database.child.kill('SIGTERM');
    await once(database.child, 'exit');
  });

  it('refuses uploads, clips and publishing with 503 below the reserve, and still shows pages', async () => {
    const url = web.origin + (await createUpload(web.origin, { size: 4, event: event.uuid }));
    web.config.diskReserve = Number.MAX_SAFE_INTEGER;
    await expectFull(await postUpload(web.origin, { size: 4, event: event.uuid }));
    await expectFull(await patchUpload(url, 0, Buffer.from('abcd')));
    await expectFull(await addText('One more'));
    await expectFull(await post('/api/publish/media', { eventId: event.id }));
    expect((await creator.fetch(`/e/${event.uuid}`)).status).to.equal(200);

    web.config.diskReserve = 0;
    expect(await offsetOf(url)).to.equal(0);
    expect((await patchUpload(url, 0, Buffer.from('abcd'))).status).to.equal(204);
    expect((await addText('One more')).status).to.equal(201);
    expect((await post('/api/publish/media', { eventId: event.id })).status).to.equal(202);
  });

  it('answers 503 while the database can’t write, keeps reading, and writes again once there is room', async () => {
    const pid = database.child.pid ?? 0;
    const start = () =>
      post('/api/event', { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }], message: 'x'.repeat(2000) });
    limitFiles(pid, (await stat(join(folder, 'data.mdb'))).size + 32 * 1024);
    let answer = await start();
    for (let tries = 0; answer.status === 201 && tries < 200; tries++) answer = await start();
    await expectFull(answer);
    expect((await creator.fetch(`/api/event/${event.uuid}`)).status).to.equal(200);
    expect((await newVisitor(web.origin).fetch(`/e/${event.uuid}`)).status).to.equal(200);

    limitFiles(pid, null);
    expect((await start()).status).to.equal(201);
  });
});
