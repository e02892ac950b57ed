import { expect } from 'chai';
import { exportPKCS8, generateKeyPair } from 'jose';
import { createApple } from '../../src/integrations/apple.ts';
import { createGoogle } from '../../src/integrations/google.ts';
import { startOpenIdSandbox } from '../../src/integrations/sandbox/oidc.ts';
import { ConfigError, loadConfig } from '../../src/platform/config.ts';
import { useApi } from '../helpers/api-app.ts';
import { tripBy } from '../helpers/provider-trip.ts';

describe('answers of an OpenID provider', () => {
  const api = useApi();
  const person = {
    subject: 'somebody',
    email: 'ada@example.com',
    isConfirmed: true,
    isHosted: true,
    firstName: 'Ada',
    lastName: '',
  };

  const callback = (name: string) => `${api().config.appOrigin}/auth/${name}/callback`;

  async function arrive() {
    const sandbox = await startOpenIdSandbox(api().config);
    const google = tripBy(createGoogle(sandbox.google, callback('google')));
    const { url, journey } = await google.begin();
    const request = sandbox.read('google', Object.fromEntries(new URL(url).searchParams));
    const back = await sandbox.answer(request, person);
    const { code = '', state = '' } =
      back.kind === 'redirect' ? Object.fromEntries(new URL(back.url).searchParams) : {};
    return { sandbox, google, url, journey, answer: { code, state } };
  }

  it('are accepted with the right state, nonce and verifier only', async () => {
    const wrong = { state: 'EXPIRED', nonce: 'WRONG_CREDENTIALS', verifier: 'WRONG_CREDENTIALS' };
    for (const [name, code] of Object.entries(wrong)) {
      const { sandbox, google, journey, answer } = await arrive();
      const other = { ...journey, [name]: 'x'.repeat(43) };
      expect(await google.finish(answer, other)).to.equal(code);
      await sandbox.stop();
    }
    const { sandbox, google, journey, answer } = await arrive();
    expect(await google.finish(answer, journey)).to.deep.include({ subject: 'somebody', confirmed: 'authoritative' });
    expect(await google.finish(answer, journey)).to.equal('WRONG_CREDENTIALS');
    await sandbox.stop();
  });

  it('are refused for another client, issuer or redirect address', async () => {
    const { sandbox, url, journey, answer } = await arrive();
    const impostor = tripBy(createGoogle({ ...sandbox.google, clientSecret: 'wrong' }, callback('google')));
    expect(await impostor.finish(answer, journey)).to.equal('WRONG_CREDENTIALS');
    const query: Record<string, string> = Object.fromEntries(new URL(url).searchParams);
    const changes: Record<string, string>[] = [
      { client_id: 'other' },
      { redirect_uri: 'https://evil.example/auth/google/callback' },
      { code_challenge: '' },
      { code_challenge_method: 'plain' },
      { response_type: 'token' },
    ];
    for (const change of changes) {
      expect(() => sandbox.read('google', { ...query, ...change })).to.throw();
    }
    const issuer = `${sandbox.google.issuer}x`;
    const elsewhere = tripBy(createGoogle({ ...sandbox.google, issuer }, callback('google')));
    expect(await elsewhere.begin().catch(String)).to.equal('Error: PROVIDER_DOWN');
    await sandbox.stop();
  });

  it('need a client secret signed with the right key at Apple', async () => {
    const sandbox = await startOpenIdSandbox(api().config);
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const finishWith = async (key: string) => {
      const apple = tripBy(createApple({ ...sandbox.apple, privateKey: key }, callback('apple')));
      const { url, journey } = await apple.begin();
      const request = sandbox.read('apple', Object.fromEntries(new URL(url).searchParams));
      const back = await sandbox.answer(request, person);
      const { code = '', state = '' } = back.kind === 'form' ? back.fields : {};
      return apple.finish({ code, state }, journey);
    };
    expect(await finishWith(await exportPKCS8(privateKey))).to.equal('WRONG_CREDENTIALS');
    expect(await finishWith(sandbox.apple.privateKey)).to.deep.include({ provider: 'apple', subject: 'somebody' });
    await sandbox.stop();
  });

  it('fail with PROVIDER_DOWN when the provider is unreachable', async () => {
    const { sandbox, google, journey, answer } = await arrive();
    await sandbox.stop();
    expect(await google.finish(answer, journey)).to.equal('PROVIDER_DOWN');
  });

  it('are separate for concurrent sign-ins', async () => {
    const sandbox = await startOpenIdSandbox(api().config);
    const google = tripBy(createGoogle(sandbox.google, callback('google')));
    const trips = await Promise.all([1, 2, 3].map(() => google.begin()));
    expect(new Set(trips.map(({ url }) => new URL(url).searchParams.get('state'))).size).to.equal(3);
    await sandbox.stop();
  });

  it('never come from the sandbox in production', () => {
    const env = { NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32), SIGN_IN_SANDBOX: 'true' };
    expect(() => loadConfig(env)).to.throw(ConfigError, /SIGN_IN_SANDBOX/);
  });
});
