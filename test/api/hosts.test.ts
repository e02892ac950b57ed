import { expect } from 'chai';
import { getEvent } from '../../src/shared/contracts/events.ts';
import { startEvent } from '../helpers/giving.ts';
import { unwrapped } from '../helpers/pools.ts';
import { askAs } from '../helpers/raw-request.ts';
import { newEmail, newVisitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HTML = { accept: 'text/html' };
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
const SOCKET = '/socket.io/?EIO=4&transport=websocket';

describe('the Host header', () => {
  const web = useWeb({
    env: { APP_ORIGIN: 'https://vidday.example', MEDIA_ORIGIN: 'http://media.vidday.example:8080' },
  });
  const portOf = () => new URL(web().origin).port;
  const ask = (host: string, path: string, init = {}) => askAs(host, web().origin + path, init);

  it('accepts APP_ORIGIN, MEDIA_ORIGIN and the loopback names with the app’s port', async () => {
    const port = portOf();
    const own = ['vidday.example', 'VidDay.example', 'vidday.example:443', 'media.vidday.example:8080'];
    for (const host of [...own, `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
      expect([host, (await ask(host, '/')).status]).to.deep.equal([host, 200]);
    }
  });

  it('refuses every other name with 421, also for cached pages', async () => {
    expect((await ask('vidday.example', '/', { headers: HTML })).status).to.equal(200);
    const foreign = [
      'evil.example',
      'vidday.example.evil.example',
      'localhost',
      'localhost:1',
      '192.0.2.1',
      'vidday.example:80',
    ];
    for (const host of foreign) {
      const { status, headers } = await ask(host, '/', { headers: HTML });
      expect([host, status, headers['set-cookie']]).to.deep.equal([host, 421, undefined]);
    }
    const { text, headers } = await ask('evil.example', '/', { headers: HTML });
    expect(text).to.include('https://vidday.example').and.include('APP_ORIGIN');
    expect(headers['content-type']).to.match(/^text\/plain/);
  });

  it('refuses a call from a page of a rebound DNS name', async () => {
    const rebound = { 'content-type': 'application/json', origin: 'http://evil.example' };
    const body = JSON.stringify({ email: newEmail(), password: 'plum harbour violin 7' });
    const called = await ask('evil.example', '/api/v2/auth/register', { method: 'POST', headers: rebound, body });
    expect([called.status, JSON.parse(called.text).error.code]).to.deep.equal([421, 'WRONG_HOST']);
    const upload = await ask('evil.example', '/api/uploads', { method: 'POST', headers: { 'tus-resumable': '1.0.0' } });
    const file = await ask('evil.example', '/files/film/x.mp4');
    expect([upload.status, file.status]).to.deep.equal([421, 421]);
  });

  it('refuses a socket upgrade for another name', async () => {
    const evil = { headers: { ...UPGRADE, origin: 'http://evil.example' } };
    expect((await ask('evil.example', SOCKET, evil)).status).to.equal(400);
    const own = { headers: { ...UPGRADE, origin: 'https://vidday.example' } };
    expect((await ask('vidday.example', SOCKET, own)).status).to.equal(101);
  });

  it('lets pages of APP_ORIGIN show and read the files that come from MEDIA_ORIGIN', async () => {
    const visitor = newVisitor(web().origin);
    const event = await startEvent(visitor);
    await unwrapped(web().connection, event);
    const stored = await web().connection.collection('events').findOne({ uuid: event.uuid });
    const { film } = await visitor.call(getEvent, { params: { id: stored?.privateKey }, query: {} });
    const { host, pathname, search } = new URL(film?.sources[0]?.url ?? '');
    expect(host).to.equal('media.vidday.example:8080');
    const { status, headers } = await ask(host, pathname + search);
    expect(status).to.equal(200);
    expect(headers).to.include({
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': 'https://vidday.example',
    });
    expect(film?.captionsUrl, 'a track, which has to come from the app').to.match(/^\/files\/film\//);
  });

  it('is not checked for health probes, which call by IP address', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await ask('10.0.0.7:3000', path)).status).to.equal(200);
    }
    expect((await ask('10.0.0.7:3000', '/metrics')).status).to.equal(403);
  });
});

describe('/sandbox', () => {
  const web = useWeb({ env: { SIGN_IN_SANDBOX: 'true' } });
  const PATHS = [
    '/sandbox/mail',
    '/sandbox/mails',
    '/sandbox/mails/verify.html',
    '/sandbox/sign-in/google/return',
    '/sandbox/pay/cs_test_0',
  ];

  it('answers the operator on loopback', async () => {
    for (const path of ['/sandbox/mail', '/sandbox/mails', '/sandbox/mails/verify.html']) {
      expect([path, (await fetch(web().origin + path)).status]).to.deep.equal([path, 200]);
    }
  });

  it('refuses everything that came through a proxy with 403', async () => {
    const marks = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-port', 'x-real-ip', 'forwarded', 'via'];
    for (const path of PATHS) {
      const answer = await fetch(web().origin + path, { headers: { 'x-forwarded-for': '198.51.100.7' } });
      expect([path, answer.status]).to.deep.equal([path, 403]);
    }
    for (const mark of marks) {
      const answer = await fetch(`${web().origin}/SANDBOX/mail/`, { headers: { [mark]: 'https' } });
      expect([mark, answer.status]).to.deep.equal([mark, 403]);
    }
    const paid = await fetch(`${web().origin}/sandbox/pay/cs_test_0`, {
      method: 'POST',
      headers: { via: '1.1 proxy' },
    });
    expect(paid.status).to.equal(403);
  });
});

describe('/sandbox of an app whose APP_ORIGIN is a public name', () => {
  const web = useWeb({ env: { APP_ORIGIN: 'https://vidday.example', SIGN_IN_SANDBOX: 'true' } });

  it('refuses mails and sign-ins with 403, as a proxy may leave no header', async () => {
    for (const host of ['vidday.example', new URL(web().origin).host]) {
      for (const path of ['/sandbox/mail', '/sandbox/mails', '/sandbox/mails/verify.html', '/sandbox/sign-in/google']) {
        const { status, text } = await askAs(host, web().origin + path, { headers: HTML });
        expect([host, path, status]).to.deep.equal([host, path, 403]);
        expect(text).to.include('APP_ORIGIN');
      }
    }
  });

  it('lets payers reach the payment page', async () => {
    expect((await askAs('vidday.example', `${web().origin}/sandbox/pay/cs_test_0`)).status).to.equal(404);
  });
});
