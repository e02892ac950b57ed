import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import esbuild from 'esbuild';
import { loadMailSandbox, loadOpenIdSandbox, loadStripeSandbox } from '../../src/integrations/sandboxes.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SANDBOX = 'src/integrations/sandbox/';

/** Modules that are loaded with these entries, without those that are only imported on demand. */
async function loadedWith(...entries: string[]): Promise<string[]> {
  const { metafile } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: entries,
    outdir: 'unwritten',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
    metafile: true,
  });
  const loaded = new Set(entries);
  for (const path of loaded) {
    for (const { path: to, kind, external } of metafile.inputs[path]?.imports ?? []) {
      if (!external && kind === 'import-statement') loaded.add(to);
    }
  }
  return [...loaded];
}

describe('sandboxes', () => {
  it('are loaded by no process at its start, only on demand', async () => {
    const loaded = await loadedWith('src/web.ts', 'src/worker.ts', 'src/admin.ts');
    expect(loaded).to.include('src/integrations/sandboxes.ts').and.include('src/integrations/stripe.ts');
    expect(loaded.filter((path) => path.startsWith(SANDBOX))).to.deep.equal([]);
  });

  it('stay unloaded for vendors with keys, and are loaded for vendors without', async () => {
    const google = { clientId: 'id', clientSecret: 'secret', issuer: null };
    const apple = { clientId: 'id', teamId: 'team', keyId: 'key', privateKey: 'key', issuer: null };
    const stripe = { secretKey: 'key', hasTax: false, webhookSecret: 'secret' };
    const keys = { stripe, google, apple, signInSandbox: true, smtpUrl: 'smtp://mail.example' };
    expect(await Promise.all([loadStripeSandbox(keys), loadOpenIdSandbox(keys), loadMailSandbox(keys)])).to.deep.equal([
      null,
      null,
      null,
    ]);
    const none = { ...keys, stripe: null, apple: null, smtpUrl: null };
    expect((await loadStripeSandbox(none))?.startStripeSandbox).to.be.a('function');
    expect((await loadOpenIdSandbox(none))?.startOpenIdSandbox).to.be.a('function');
    expect((await loadMailSandbox(none))?.startSmtpSandbox).to.be.a('function');
  });
});
