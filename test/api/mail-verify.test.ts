import { expect } from 'chai';
import { createMailServers } from '../../src/platform/mail/mail-servers.ts';
import { register } from '../../src/shared/contracts/accounts.ts';
import { type MailCheck, verifyMail } from '../../src/shared/contracts/mail.ts';
import { type ApiApp, startApi } from '../helpers/api-app.ts';
import { type DnsServer, startDnsServer, type Zone } from '../helpers/dns-server.ts';
import { eventually } from '../helpers/eventually.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { newVisitor } from '../helpers/user.ts';

const PASSWORD = 'plum harbour violin 7';

const ZONE = {
  com: { NS: ['a.gtld-servers.net'] },
  'posteo.de': { MX: ['mx01.posteo.de', 'mx02.posteo.de'] },
  'old-school.de': { A: ['192.0.2.7'] },
  'six.de': { AAAA: ['2001:0db8:0000:0000:0000:0000:0000:0007'] },
  'null-mx.de': { MX: ['.'], A: ['192.0.2.8'] },
  'web-only-name.de': {},
  'gmial.com': {},
  'broken.de': 'SERVFAIL',
} satisfies Zone;

describe('POST /api/v2/mail/verify', () => {
  let dns: DnsServer;
  let api: ApiApp;

  before(async () => {
    dns = await startDnsServer(ZONE);
    api = await startApi({ env: { MAIL_DNS_SERVERS: dns.address, TRUST_PROXY: 'loopback' } });
  });
  after(async () => {
    await api.close();
    await dns.close();
  });

  const check = (email: string): Promise<MailCheck> => newVisitor(api.origin).call(verifyMail, { body: { email } });

  it('accepts an address whose domain has a mail server', async () => {
    expect(await check(' Ada@Posteo.DE ')).to.deep.equal({
      email: 'ada@posteo.de',
      isValid: true,
      isDisposable: false,
      hasMailServer: true,
    });
  });

  it('accepts a domain with an A or AAAA record only', async () => {
    expect(await check('ada@old-school.de')).to.include({ isValid: true, hasMailServer: true });
    expect(await check('ada@six.de')).to.include({ isValid: true, hasMailServer: true });
  });

  it('reports an unknown domain, one without mail server, and one with a null MX', async () => {
    for (const domain of ['nowhere-at-all.de', 'web-only-name.de', 'null-mx.de']) {
      const found = await check(`ada@${domain}`);
      expect([domain, found.isValid, found.reason, found.hasMailServer]).to.deep.equal([
        domain,
        false,
        'no-mail-server',
        false,
      ]);
    }
  });

  it('reports disposable mailboxes, also below their domain', async () => {
    for (const domain of ['mailinator.com', 'deep.mailinator.com']) {
      expect(await check(`ada@${domain}`)).to.include({ isValid: false, reason: 'disposable', isDisposable: true });
    }
  });

  it('suggests a correction of a typo', async () => {
    expect(await check('ada.b+c@gmial.com')).to.include({ isValid: false, suggestion: 'ada.b+c@gmail.com' });
    expect((await check('ada@hotmial.com')).suggestion).to.equal('ada@hotmail.com');
    for (const right of ['ada@gmail.com', 'ada@gmx.net', 'ada@mac.com', 'ada@posteo.de', 'ada@ibm.com']) {
      expect([right, (await check(right)).suggestion]).to.deep.equal([right, undefined]);
    }
  });

  it('reports a malformed address without a lookup', async () => {
    const before = dns.asked.length;
    const wrong = ['ada', 'ada@', '@posteo.de', 'ada@posteo', 'a b@posteo.de', '"a"@posteo.de', 'a@b@posteo.de'];
    for (const email of [...wrong, 'ada@posteo.de\r\nBcc: x@y.de', 'ada@192.0.2.7']) {
      expect(await check(email), email).to.include({ isValid: false, reason: 'syntax', hasMailServer: null });
    }
    expect(dns.asked.length).to.equal(before);
  });

  it('caches the lookup of a domain', async () => {
    await check('ada@posteo.de');
    const before = dns.asked.length;
    await Promise.all([check('ben@posteo.de'), check('cy@posteo.de')]);
    expect(dns.asked.length).to.equal(before);
  });

  it('looks up no reserved domain', async () => {
    expect(await check('ada@example.com')).to.include({ isValid: true, hasMailServer: null });
    expect(dns.asked.some((question) => question.includes('example.com'))).to.equal(false);
  });

  it('does not reveal whether an address has an account', async () => {
    const email = 'known@posteo.de';
    const before = await check(email);
    await newVisitor(api.origin).call(register, { body: { email, password: PASSWORD } });
    expect(await check(email)).to.deep.equal(before);
  });

  it('has a rate limit per address', async () => {
    const visitor = newVisitor(api.origin, { 'x-forwarded-for': '203.0.113.9' });
    const ask = () => visitor.call(verifyMail, { body: { email: 'ada@example.com' } });
    await Promise.all(Array.from({ length: 60 }, ask));
    const refusal = await refusalOf(ask());
    expect([refusal.status, refusal.code]).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
    const other = newVisitor(api.origin, { 'x-forwarded-for': '203.0.113.10' });
    expect(await other.call(verifyMail, { body: { email: 'ada@example.com' } })).to.include({ isValid: true });
  });

  describe('and registration', () => {
    const refused = async (email: string) => {
      const refusal = await refusalOf(newVisitor(api.origin).call(register, { body: { email, password: PASSWORD } }));
      expect(refusal.code).to.equal('FIELDS_REFUSED');
      return refusal.fields?.email ?? '';
    };

    it('refuses an undeliverable address at the field', async () => {
      expect(await refused('ada@null-mx.de')).to.match(/@null-mx\.de/);
      expect(await refused('ada@mailinator.com')).to.match(/don’t last/);
      expect(await refused('ada@gmial.com')).to.match(/Did you mean ada@gmail\.com\?/);
    });

    it('accepts any address when the name server fails', async () => {
      const visitor = newVisitor(api.origin);
      const user = await visitor.call(register, { body: { email: 'ada@broken.de', password: PASSWORD } });
      expect(user.email).to.equal('ada@broken.de');
    });
  });
});

describe('DNS lookups', () => {
  async function withServer<T>(zone: Zone, work: (dns: DnsServer) => Promise<T>) {
    const dns = await startDnsServer(zone);
    try {
      return await work(dns);
    } finally {
      await dns.close();
    }
  }

  it('ignore a name server that knows no domain at all', async () => {
    const found = await withServer({}, ({ address }) => createMailServers([address]).has('posteo.de'));
    expect(found).to.equal(null);
  });

  it('give up on a silent server, and skip it for a while', async () => {
    await withServer({ 'posteo.de': 'silence', 'web.de': 'silence' }, async ({ address, asked }) => {
      const servers = createMailServers([address], { wait: 30 });
      expect(await servers.has('posteo.de')).to.equal(null);
      expect(await servers.has('web.de')).to.equal(null);
      expect(asked.filter((question) => question.includes('web.de'))).to.deep.equal([]);
    });
  });

  it('continue for other domains when one domain’s servers fail', async () => {
    const zone: Zone = { com: ZONE.com, 'broken.de': 'SERVFAIL', 'posteo.de': { MX: ['mx01.posteo.de'] } };
    await withServer(zone, async ({ address }) => {
      const servers = createMailServers([address]);
      expect(await servers.has('broken.de')).to.equal(null);
      await eventually('the others to be asked about', async () => (await servers.has('posteo.de')) === true);
    });
  });

  it('are skipped when no name server listens', async () => {
    const { address } = await withServer({}, async (dns) => dns);
    expect(await createMailServers([address]).has('posteo.de')).to.equal(null);
  });

  it('are skipped when configured off', async () => {
    expect(await createMailServers([]).has('posteo.de')).to.equal(null);
  });
});
