import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { lacksHeicDecoder } from '../../scripts/run/machine.mjs';
import { OUTSIDE } from '../../scripts/run/outside.mjs';
import badPorts from '../../src/platform/bad-ports.json' with { type: 'json' };
import { ConfigError, loadConfig } from '../../src/platform/config.ts';
import { environment } from '../../src/platform/environment.ts';
import { PICTURE_MAX, UPLOAD } from '../../src/shared/limits.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const SECRET = 'x'.repeat(40);

function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('has defaults for an empty environment', async () => {
    const folder = await tempFolder();
    const config = loadConfig({ VAR_DIR: folder });
    expect(config).to.include({
      env: 'development',
      port: 3000,
      host: '127.0.0.1',
      appOrigin: 'http://localhost:3000',
    });
    expect(config).to.include({ mongodbUri: null, redisUrl: null, smtpUrl: null, stripe: null, trustProxy: false });
    expect(config.storage).to.deep.equal({ kind: 'disk', folder: join(folder, 'files') });
  });

  it('defaults WORKER_CONCURRENCY to half of the cores, at least one', () => {
    const half = Math.max(1, Math.floor(availableParallelism() / 2));
    expect(loadConfig({ SESSION_SECRET: SECRET }).workerConcurrency).to.equal(half);
    expect(loadConfig({ SESSION_SECRET: SECRET, WORKER_CONCURRENCY: '7' }).workerConcurrency).to.equal(7);
  });

  it('creates the session secret once, in a file of mode 600, and reads it again', async () => {
    const folder = join(await tempFolder(), 'deep', 'var');
    const first = loadConfig({ VAR_DIR: folder }).sessionSecret;
    expect(first).to.have.lengthOf.at.least(32);
    expect(loadConfig({ VAR_DIR: folder }).sessionSecret).to.equal(first);
    expect(readFileSync(join(folder, 'secret'), 'utf8').trim()).to.equal(first);
    expect(statSync(join(folder, 'secret')).mode & 0o777).to.equal(0o600);
  });

  it('reports every wrong variable and combination in one error, without values', () => {
    const problems = problemsOf({
      NODE_ENV: 'production',
      PORT: '70000',
      APP_ORIGIN: 'https://example.com/path',
      STORAGE: 's3',
      S3_ENDPOINT: 'ftp://hidden',
      LOG_LEVEL: 'loud',
      SUPPORT_EMAIL: 'Help <hidden@vidday.example>',
      STRIPE_SECRET_KEY: 'hidden',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).to.have.members([
      'PORT',
      'APP_ORIGIN',
      'S3_ENDPOINT',
      'LOG_LEVEL',
      'SUPPORT_EMAIL',
      'SESSION_SECRET',
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'SMTP_URL',
    ]);
    expect(problems.join()).not.to.include('hidden');
  });

  it('refuses to listen beyond loopback with a mail or sign-in sandbox, and says what to set', () => {
    const beyond = { HOST: '0.0.0.0', SESSION_SECRET: SECRET };
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'vidday.example', '127.evil.example']) {
      const [problem, ...more] = problemsOf({ ...beyond, HOST });
      expect([HOST, more]).to.deep.equal([HOST, []]);
      expect(problem)
        .to.match(/^SMTP_URL is required/)
        .and.include('HOST=127.0.0.1');
    }
    const SMTP_URL = 'smtp://mail.example.com';
    expect(problemsOf({ ...beyond, SMTP_URL })).to.deep.equal([]);
    expect(problemsOf({ ...beyond, SMTP_URL, SIGN_IN_SANDBOX: 'true' })[0]).to.match(/^SIGN_IN_SANDBOX can’t be on/);
    for (const HOST of ['localhost', '127.0.0.1', '::1', '']) {
      expect(problemsOf({ HOST, SIGN_IN_SANDBOX: 'true', SESSION_SECRET: SECRET })).to.deep.equal([]);
    }
    const production = { NODE_ENV: 'production', SESSION_SECRET: SECRET };
    expect(problemsOf(production)[0]).to.match(/^SMTP_URL is required/);
    const local = { ...production, HOST: '127.0.0.1' };
    expect(problemsOf(local)).to.deep.equal([]);
    expect(problemsOf({ ...local, APP_ORIGIN: 'http://localhost:3000' })).to.deep.equal([]);
    expect(problemsOf({ ...local, APP_ORIGIN: 'http://vidday.example' })[0]).to.match(
      /^APP_ORIGIN must begin with https/,
    );
  });

  it('refuses a webhook secret without its key', () => {
    const problems = problemsOf({ STRIPE_WEBHOOK_SECRET: 'hidden', SESSION_SECRET: SECRET });
    expect(problems).to.have.length(1);
    expect(problems[0])
      .to.match(/^STRIPE_SECRET_KEY is required/)
      .and.not.include('hidden');
  });

  it('refuses every port that browsers block', async () => {
    for (const port of badPorts) {
      expect(problemsOf({ PORT: String(port), SESSION_SECRET: SECRET }), String(port)).to.have.length(1);
      const refused = await fetch(`http://127.0.0.1:${port}`).then(
        () => null,
        (error: Error) => error.cause,
      );
      expect(String(refused), String(port)).to.include('bad port');
    }
    expect(badPorts).to.include.members([1, 4045, 4190, 5060, 6000, 6566, 6665, 6697, 10080]);
  });

  it('treats an empty variable as missing', () => {
    const config = loadConfig({ PORT: '', SMTP_URL: ' ', SESSION_SECRET: SECRET });
    expect(config).to.include({ port: 3000, smtpUrl: null });
  });

  it('accepts a replica set’s address, and a number of proxies', () => {
    const uri = 'mongodb://a:1,b:2/vidday?replicaSet=r';
    const config = loadConfig({ MONGODB_URI: uri, TRUST_PROXY: '1', SESSION_SECRET: SECRET });
    expect(config).to.include({ mongodbUri: uri, trustProxy: 1 });
    expect(loadConfig({ TRUST_PROXY: 'true', SESSION_SECRET: SECRET }).trustProxy).to.equal(1);
    expect(loadConfig({ TRUST_PROXY: '10.0.0.0/8', SESSION_SECRET: SECRET }).trustProxy).to.equal('10.0.0.0/8');
  });

  it('refuses proxies that are no addresses, which would fail at the first request or trust nobody', () => {
    for (const wrong of ['*', '11', 'nginx', '10.0.0.0/99', '0.0.0.0/0', '10.0.0.1,,', '10.0.0.0/8/8']) {
      const [problem, ...more] = problemsOf({ TRUST_PROXY: wrong, SESSION_SECRET: SECRET });
      expect(problem, wrong).to.match(/TRUST_PROXY must be false, a number of proxies/);
      expect(more).to.deep.equal([]);
    }
    for (const right of ['loopback', '10.0.0.1, uniquelocal', '10.0.0.0/255.0.0.0', '2001:db8::/32']) {
      expect(loadConfig({ TRUST_PROXY: right, SESSION_SECRET: SECRET }).trustProxy).to.equal(right);
    }
  });

  it('refuses a key of Apple’s that can’t sign, and takes it on one line', () => {
    const ids = { APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 'b', APPLE_KEY_ID: 'c', SESSION_SECRET: SECRET };
    const pem = (namedCurve: string) =>
      String(generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }));
    for (const wrong of ['AuthKey_ABC.p8', pem('P-384')]) {
      const [problem, ...more] = problemsOf({ ...ids, APPLE_PRIVATE_KEY: wrong });
      expect(problem).to.match(/APPLE_PRIVATE_KEY must be the key that Apple gave you/);
      expect(more).to.deep.equal([]);
    }
    const right = pem('P-256').trim();
    const { apple } = loadConfig({ ...ids, APPLE_PRIVATE_KEY: right.replaceAll('\n', '\\n') });
    expect(apple?.privateKey).to.equal(right);
  });

  it('accepts name servers by address, or none, and nothing else', () => {
    const serversOf = (MAIL_DNS_SERVERS: string) =>
      loadConfig({ MAIL_DNS_SERVERS, SESSION_SECRET: SECRET }).mailDnsServers;
    expect([serversOf(''), serversOf('system'), serversOf('none')]).to.deep.equal(['system', 'system', []]);
    expect(serversOf('9.9.9.9, 127.0.0.1:5353,[2620:fe::fe]:53')).to.deep.equal([
      '9.9.9.9',
      '127.0.0.1:5353',
      '[2620:fe::fe]:53',
    ]);
    for (const wrong of ['dns.example', '9.9.9', '9.9.9.9,', '9.9.9.9:x']) {
      expect(problemsOf({ MAIL_DNS_SERVERS: wrong, SESSION_SECRET: SECRET })).to.have.length(1);
    }
  });

  it('accepts a price that fits the catalogue, and refuses others in one line', () => {
    const factsOf = (env: Record<string, string>) => loadConfig({ ...env, SESSION_SECRET: SECRET }).facts;
    const priceOf = (FILM_PRICE: string) => factsOf({ FILM_PRICE }).packages[0].amount;
    expect([priceOf(''), priceOf('5'), priceOf('0.50'), priceOf('8.29'), priceOf('11.50')]).to.deep.equal([
      500, 500, 50, 829, 1150,
    ]);
    expect(factsOf({ RATING: 'none' }).rating).to.equal(null);
    expect(factsOf({ RATING: '5/3' }).rating).to.deep.equal({ value: 5, count: 3 });
    for (const FILM_PRICE of ['0', '0.49', '11.51', '12.00', '99', '5,00', '$5', '5.5', '-5', 'five']) {
      const problems = problemsOf({ FILM_PRICE, SESSION_SECRET: SECRET });
      expect(problems, FILM_PRICE).to.deep.equal([
        'FILM_PRICE must be US dollars such as 5.00, from 0.50 to 11.50: the next larger package costs more than that',
      ]);
    }
    for (const RATING of ['4.9', '6/12', '0.5/3', '4.9/0', '5.1/4', '4.95/3', '/3', '4/']) {
      expect(problemsOf({ RATING, SESSION_SECRET: SECRET }), RATING).to.have.length(1);
    }
  });

  it('never sells another year of originals, and accepts an OFFERS that still names it', () => {
    const env = { SESSION_SECRET: SECRET, OFFERS: 'originals,tree' };
    expect(loadConfig(env)).to.deep.include({ offers: ['tree'], ownOffers: ['originals', 'tree'] });
    expect(loadConfig({ SESSION_SECRET: SECRET }).offers)
      .to.include('dvd')
      .and.not.include('originals');
  });

  it('removes the trailing slash of an origin', () => {
    expect(loadConfig({ APP_ORIGIN: 'https://vidday.example/', SESSION_SECRET: SECRET }).appOrigin).to.equal(
      'https://vidday.example',
    );
  });

  it('documents each variable in .env.example', () => {
    const example = readFileSync('.env.example', 'utf8');
    const source = readFileSync('src/platform/environment.ts', 'utf8');
    const named = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1]);
    expect(named).to.have.lengthOf.at.least(25);
    for (const name of named) expect(example, name).to.match(new RegExp(`^#${name}=`, 'm'));
  });
});

describe('a copy of the app', () => {
  it('gets all of .env in containers, except what the image decides', () => {
    const [compose, image] = [readFileSync('compose.yaml', 'utf8'), readFileSync('Dockerfile', 'utf8')];
    expect(compose).to.match(/\n {2}env_file:\n {4}- path: \.env\n {6}required: false\n/);
    const decided = [...image.matchAll(/^(?:ENV| {3}) (NODE_ENV|HOST|PORT|VAR_DIR)=(\S+)/gm)];
    expect(decided).to.have.length(4);
    for (const [, name, value] of decided) {
      expect(compose.replaceAll('"', '')).to.include(`\n    ${name}: ${value}\n`);
    }
    const readme = readFileSync('README.md', 'utf8');
    expect(compose + readme, 'a new secret at each start').not.to.match(/SESSION_SECRET=\$\(.*compose up/);
    expect(compose, 'code that YAML takes for a mapping').not.to.match(/^ *- [^"'\s]*\(.*: /m);
  });

  it('has a list of all variables that `npm run gift` and practice must not inherit', () => {
    const stay = [
      ...['NODE_ENV', 'PORT', 'HOST', 'VAR_DIR', 'DISK_RESERVE', 'SESSION_SECRET', 'TRUST_PROXY', 'METRICS_TOKEN'],
      ...['MAIL_FROM', 'SUPPORT_EMAIL', 'MAIL_DNS_SERVERS', 'SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_TAX_ID'],
      ...['SELLER_EMAIL', 'INVOICE_PREFIX', 'FILM_PRICE', 'RATING', 'OFFERS', 'CARD_FEE', 'SIGN_IN_SANDBOX'],
      ...['ANALYTICS', 'GATHER_ERRORS', 'LOG_LEVEL', 'WORKER_CONCURRENCY'],
    ];
    expect([...OUTSIDE, ...stay]).to.have.members(Object.keys(environment.shape));
  });

  it('gets the largest requests through nginx as the README sets it up', () => {
    const size = /client_max_body_size (\d+)m;/.exec(readFileSync('README.md', 'utf8'))?.[1];
    expect(Number(size) * 1024 * 1024).to.be.above(Math.max(UPLOAD.chunkBytes, PICTURE_MAX) + 4096);
  });

  it('finds in its image what setup installs elsewhere', () => {
    const [setup, image] = [readFileSync('scripts/run/machine.mjs', 'utf8'), readFileSync('Dockerfile', 'utf8')];
    const lists = [...setup.matchAll(/^const (?:NEEDS|FONTS) = \[\n([\s\S]*?)^\];/gm)].map(([list]) => list);
    expect(lists).to.have.length(2);
    const installed = /apt-get install [^&]*/.exec(image)?.[0].split(/\s+/);
    const needed = [...lists.join('').matchAll(/ package: '([^']+)'/g)].map(([, name]) => name);
    expect(installed).to.include.members(needed);
  });

  it('is set up where heif-convert lists decoders, but none for HEIC', () => {
    const [own, plugin] = ['HEIC decoders:\n- libde265 = libde265', 'HEIC decoders:\nlibde265 = libde265'];
    const none = 'AVIF decoders:\ndav1d = dav1d\nHEIC decoders:\nJPEG decoders:\njpeg = libjpeg-turbo';
    const tooOld = 'Usage: heif-convert [options]  <input-image> <output-image>';
    expect([own, plugin, none, tooOld].map(lacksHeicDecoder)).to.deep.equal([false, false, true, false]);
  });
});
