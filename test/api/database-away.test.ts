import { once } from 'node:events';
import { expect } from 'chai';
import { type EmbeddedServer, startEmbedded } from '../helpers/mongo-server.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { startTestWeb, type TestWeb } from '../helpers/web-app.ts';

describe('an app without its database', function () {
  this.timeout(600_000);
  let folder: string;
  let server: EmbeddedServer;
  let web: TestWeb;
  let ada: SignedInUser;

  const stop = async () => {
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  };

  before(async () => {
    folder = await tempFolder();
    server = await startEmbedded(folder, 0);
    web = await startTestWeb({ env: { MONGODB_URI: `${server.uri.replace(/\/+$/, '')}/away` } });
    ada = await newUser(web.origin);
    await stop();
  });
  after(async () => {
    await web.close();
    await stop();
  });

  it('answers pages and calls with 503 and Retry-After, and works once it is back', async () => {
    const [page, call] = await Promise.all([
      ada.fetch('/dashboard', { headers: { accept: 'text/html' } }),
      ada.fetch('/api/v2/media', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    ]);
    expect([page.status, call.status]).to.deep.equal([503, 503]);
    for (const { headers } of [page, call]) {
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
      expect(headers.get('cache-control')).to.include('no-store');
    }
    const html = await page.text();
    expect(html).to.include('Back in a moment').and.to.include('Everything you’ve saved is safe');
    const { error } = await call.json();
    expect(error.code).to.equal('PROVIDER_DOWN');
    expect(`${html}${JSON.stringify(error)}`).not.to.match(/mongo|ECONN|127\.0\.0\.1:/i);

    server = await startEmbedded(folder, Number(new URL(server.uri).port));
    expect((await ada.fetch('/dashboard')).status).to.equal(200);
  });
});
