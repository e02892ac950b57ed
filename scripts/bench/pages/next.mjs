import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PAGE = `
import { Cards } from './cards.jsx';
export const dynamic = 'force-dynamic';
export default function Page() {
  return <Cards />;
}
`;
const LAYOUT = `
export const metadata = { title: 'Bench' };
export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

/**
 * Builds a Next.js app with the same page, rendered on each request, in a folder that `end` removes. Null, with a
 * message, when npm can't install it.
 *
 * @returns {{ folder: string, end(): void } | null}
 */
export function buildNextApp() {
  const folder = mkdtempSync(join(tmpdir(), 'vidday-next-'));
  const end = () => rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'app/page'), { recursive: true });
  const files = {
    'package.json': '{"private":true}',
    // Compression is off in both.
    'next.config.mjs': 'export default { compress: false, poweredByHeader: false };',
    'app/layout.jsx': LAYOUT,
    'app/page/page.jsx': PAGE,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  copyFileSync(join(import.meta.dirname, 'cards.tsx'), join(folder, 'app/page/cards.jsx'));
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  const steps = [
    ['npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', 'next', 'react', 'react-dom']],
    ['npx', ['next', 'build']],
  ];
  for (const [command, args] of steps) {
    const { status, stderr, stdout } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
    if (status === 0) continue;
    process.stdout.write(`Next.js is left out: ${command} ${args.join(' ')} failed.\n${stderr || stdout}\n`);
    end();
    return null;
  }
  return { folder, end };
}

/** @returns {Promise<import('node:http').RequestListener>} answers `/page` */
export async function nextHandler(folder) {
  const next = createRequire(join(folder, 'package.json'))('next');
  const app = next({ dev: false, dir: folder, quiet: true });
  await app.prepare();
  return app.getRequestHandler();
}
