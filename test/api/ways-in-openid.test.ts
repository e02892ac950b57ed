import { expect } from 'chai';
import { exportPKCS8, generateKeyPair } from 'jose';
import { createApple } from '../../src/integrations/apple.ts';
import { createGoogle } from '../../src/integrations/google.ts';
import { startOpenIdSandbox } from '../../src/integrations/oidc.sandbox.ts';
import { ConfigError, loadConfig } from '../../src/platform/config.ts';
import { useApi } from '../helpers/api-app.ts';

describe('What a provider answers', () => {
  const api = useApi();
  const person = {
    subject: 'somebody',
    email: 'ada@example.com',
    isConfirmed: true,
    isHosted: true,
    firstName: 'Ada',
    lastName: '',
  };

  async function arrive() {
    const sandbox = await startOpenIdSandbox(api().config);
    const google = createGoogle(sandbox.google, `${api().config.appOrigin}/auth/google/callback`);
    const { url, journey } = await google.begin();
    const request = sandbox.read('google', Object.fromEntries(new URL(url).searchParams));
    const back = await sandbox.answer(request, person);
    const { code = '', state = '' } =
      back.kind === 'redirect' ? Object.fromEntries(new URL(back.url).searchParams) : {};
    return { sandbox, google, url, journey, answer: { code, state } };
  }

  async function codeOf(call: Promise<unknown>): Promise<string> {
    return call.then(
      () => 'let through',
      (error: { code: string }) => error.code,
    );
  }

  it('is believed with the right state, nonce and verifier only', async () => {
    const wrong = { state: 'EXPIRED', nonce: 'WRONG_CREDENTIALS', verifier: 'WRONG_CREDENTIALS' };
    for (const [name, code] of Object.entries(wrong)) {
      const { sandbox, google, journey, answer } = await arrive();
      const other = { ...journey, [name]: 'x'.repeat(43) };
      expect(await codeOf(google.finish(answer, other))).to.equal(code);
      await sandbox.stop();
    }
    const { sandbox, google, journey, answer } = await arrive();
    expect(await google.finish(answer, journey)).to.deep.include({ subject: 'somebody', confirmed: 'authoritative' });
    expect(await codeOf(google.finish(answer, journey))).to.equal('WRONG_CREDENTIALS');
    await sandbox.stop();
  });

  it('is not believed from another client or another issuer, nor to another address', async () => {
    const { sandbox, url, journey, answer } = await arrive();
    const callback = `${api().config.appOrigin}/auth/google/callback`;
    const impostor = createGoogle({ ...sandbox.google, clientSecret: 'wrong' }, callback);
    expect(await codeOf(impostor.finish(answer, journey))).to.equal('WRONG_CREDENTIALS');
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
    const elsewhere = createGoogle({ ...sandbox.google, issuer: `${sandbox.google.issuer}x` }, callback);
    expect(await codeOf(elsewhere.begin())).to.equal('PROVIDER_DOWN');
    await sandbox.stop();
  });

  it('is given by Apple to who signs its client secret with the right key only', async () => {
    const sandbox = await startOpenIdSandbox(api().config);
    const callback = `${api().config.appOrigin}/auth/apple/callback`;
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    for (const [key, code] of [
      [await exportPKCS8(privateKey), 'WRONG_CREDENTIALS'],
      [sandbox.apple.privateKey, 'let through'],
    ] as const) {
      const apple = createApple({ ...sandbox.apple, privateKey: key }, callback);
      const { url, journey } = await apple.begin();
      const request = sandbox.read('apple', Object.fromEntries(new URL(url).searchParams));
      const back = await sandbox.answer(request, person);
      const { code: given = '', state = '' } = back.kind === 'form' ? back.fields : {};
      expect(await codeOf(apple.finish({ code: given, state }, journey))).to.equal(code);
    }
    await sandbox.stop();
  });

  it('is not waited for where it does not come', async () => {
    const { sandbox, google, journey, answer } = await arrive();
    await sandbox.stop();
    expect(await codeOf(google.finish(answer, journey))).to.equal('PROVIDER_DOWN');
  });

  it('never stands in for a provider in production', () => {
    const env = { NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32), SIGN_IN_SANDBOX: 'true' };
    expect(() => loadConfig(env)).to.throw(ConfigError, /SIGN_IN_SANDBOX/);
  });
});
