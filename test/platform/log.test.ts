import { expect } from 'chai';
import { newPrivateKey, newReceiptKey, newUuid, newViewKey } from '../../src/platform/id.ts';
import { createLog, repeatedLine } from '../../src/platform/log.ts';
import { redactText, redactUrl } from '../../src/platform/redact.ts';
import { kindOfKey } from '../../src/shared/keys.ts';

function logged(env: 'production' | 'development', say: (log: ReturnType<typeof createLog>) => void): string {
  let lines = '';
  say(createLog({ env, logLevel: 'info' }, 'web', { write: (line) => (lines += line) }));
  return lines;
}

describe('redactUrl', () => {
  it('removes keys from paths and queries, in any spelling', () => {
    const key = newPrivateKey();
    const encoded = `%${key.charCodeAt(0).toString(16)}${key.slice(1)}`;
    for (const url of [
      `/e/${key}`,
      `/e/${encoded}`,
      `/api/x?v=${key}`,
      `/api/x?a=1&%76=${key}#b`,
      `https://h/e/${key}/`,
    ]) {
      expect(redactUrl(url), url).to.include('[redacted]').and.not.to.include(key.slice(1));
    }
    expect(redactUrl(`/e/${newViewKey()}?x=1`)).to.equal('/e/[redacted]?x=1');
    expect(redactUrl(`/e/${newReceiptKey()}`)).to.equal('/e/[redacted]');
  });

  it('removes tokens in paths, credentials and addresses', () => {
    expect(redactUrl('/api/v2/auth/activate/123456')).to.equal('/api/v2/auth/activate/[redacted]');
    for (const page of ['reset-password', 'change-email', 'confirm-email', 'sign-in-link', 'keep-account']) {
      expect(redactUrl(`/auth/${page}/123456?a=b`)).to.equal(`/auth/${page}/[redacted]?a=b`);
    }
    for (const path of ['/organise', '/api/acutrack/shipped', '/api/v2/promo-codes/check']) {
      expect(redactUrl(`${path}/123456`)).to.equal(`${path}/[redacted]`);
    }
    const onwards = `/auth/login?next=${encodeURIComponent('/auth/activate/12-34_56')}&a=b`;
    expect(redactUrl(onwards)).to.equal('/auth/login?next=%2Fauth%2Factivate%2F[redacted]&a=b');
    expect(redactUrl('mongodb://user:pa%40ss@host:1,b:2/x')).to.equal('mongodb://[redacted]@host:1,b:2/x');
    expect(redactUrl('/x?a=joe%40example.com')).to.equal('/x?a=[redacted]');
    expect(redactUrl('/x?q=joe@example.com')).to.equal('/x?q=[redacted]');
    expect(redactUrl('/x?password=a%26b&page=2')).to.equal('/x?password=[redacted]&page=2');
  });

  it('leaves uuids, ids and broken escapes', () => {
    for (const url of [`/e/${newUuid()}?page=2`, '/api/event/0123456789abcdef01234567', '/%E0%A4%A?x=%', '', '*']) {
      expect(redactUrl(url)).to.equal(url);
    }
  });

  it('reads paths of 200,000 characters, whatever they repeat, at once', function () {
    // Time that grew with the square of the length would be minutes for each.
    this.timeout(60_000);
    for (const piece of ['a', 'a.', 'a@', '%', 'a%40', ';', '-']) {
      const long = `/${piece.repeat(200_000 / piece.length)}`;
      expect(redactUrl(long), piece).to.equal(long);
    }
    expect(redactUrl(`/${'a'.repeat(200_000)}@example.com.`)).to.equal('/[redacted].');
    expect(redactUrl('/?a;token=secret')).to.equal('/?a;token=[redacted]');
  });
});

describe('redactText', () => {
  it('removes addresses and keys in sentences', () => {
    const text = `No mail to "Jo <jo.o'x@mail.example.com>": see ${newViewKey()}, sk_live_abcdefgh12345`;
    expect(redactText(text)).not.to.match(/mail\.example|sk_live|\bv[0-9A-Za-z]{22}/);
  });
});

describe('the log', () => {
  it('redacts fields, messages, errors with causes, and bindings of children', () => {
    const key = newPrivateKey();
    const cause = Object.assign(new Error(`duplicate ann@example.com`), {
      code: 11000,
      keyValue: { email: 'ann@example.com' },
    });
    const text = logged('production', (log) => {
      log
        .child({ email: 'ann@example.com', requestId: 'r-1' })
        .child({ url: `/e/${key}` })
        .info('saw %s', key);
      log.info({ user: { password: 'hunter22', nested: [{ sessionToken: 'abc' }] }, recipients: 3 }, 'ann@example.com');
      log.error(new Error(`failed for ann@example.com`, { cause }));
      log.error({ err: cause }, 'again');
    });
    expect(text)
      .not.to.match(/ann@|hunter22|"abc"/)
      .and.not.to.include(key);
    expect(text).to.include('"requestId":"r-1"').and.to.include('"recipients":3').and.to.include('11000');
  });

  it('writes a prepared line like an ordinary one, from the log and from a child', () => {
    const facts = { method: 'GET', path: '/', status: 200 };
    const text = logged('production', (log) => {
      log.info(facts, 'request');
      const write = repeatedLine(log, 'info', facts, 'request');
      write();
      write();
      repeatedLine(log.child({}), 'info', facts, 'request')();
    });
    const lines = text.trimEnd().split('\n');
    const withoutTime = lines.map((line) => line.replace(/"time":"[^"]+"/, '"time"'));
    expect(new Set(withoutTime), text).to.have.length(1);
    expect(lines).to.have.length(4);
    expect(Math.abs(Date.parse(JSON.parse(lines[1] as string).time) - Date.now())).to.be.below(60_000);
  });

  it('writes one JSON object a line in production and readable lines elsewhere', () => {
    const say = (log: ReturnType<typeof createLog>) => log.warn({ port: 3000 }, 'port is busy');
    expect(JSON.parse(logged('production', say))).to.include({
      level: 'warn',
      process: 'web',
      port: 3000,
      msg: 'port is busy',
    });
    expect(logged('development', say)).to.match(/^\d\d:\d\d:\d\d\.\d{3} .*WARN.* web: port is busy.* port=3000/);
  });

  it('accepts circular, deep and odd values', () => {
    const circle: Record<string, unknown> = { big: 10n, bytes: new Uint8Array(3), fn: () => 1 };
    circle.self = circle;
    expect(logged('development', (log) => log.info(circle, 'odd'))).to.include('odd');
  });
});

describe('keys', () => {
  it('are recognised by their exact form', () => {
    const keys = { uuid: newUuid(), privateKey: newPrivateKey(), viewKey: newViewKey(), receipt: newReceiptKey() };
    for (const [kind, key] of Object.entries(keys)) expect(kindOfKey(key)).to.equal(kind);
    expect(kindOfKey('0123456789abcdef01234567')).to.equal('id');
    const near = [
      `${keys.privateKey}x`,
      keys.viewKey.slice(0, -1),
      ` ${keys.uuid}`,
      `x${keys.viewKey.slice(1)}`,
      '',
      '../..',
    ];
    for (const text of [...near, null, { $gt: '' }, [keys.uuid]]) expect(kindOfKey(text)).to.equal(null);
  });

  it('differ in 1000 draws', () => {
    expect(new Set(Array.from({ length: 1000 }, newPrivateKey)).size).to.equal(1000);
  });
});
