import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Required commands, with their Debian package and purpose. */
const NEEDS = [
  { command: 'ffmpeg', package: 'ffmpeg', why: 'prepares clips and makes films' },
  { command: 'ffprobe', package: 'ffmpeg', why: 'looks into files' },
  { command: 'heif-convert', package: 'libheif-examples', why: 'opens photos of iPhones' },
  { command: 'dvdauthor', package: 'dvdauthor', why: 'makes menus and chapters of DVDs' },
  { command: 'genisoimage', package: 'genisoimage', why: 'makes images of DVDs' },
  { command: 'prlimit', package: 'util-linux', why: 'holds media tools within limits' },
];
/** Debian's command for it stays beside it as a shell, which would be killed in its place. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/** The path of a Chromium, or null. The headless shell has no windows, which saves work. */
export function findBrowser() {
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : (BROWSERS.map(which).find(Boolean) ?? null);
}

/** Required by tests only. */
const TEST_NEEDS = [
  {
    command: 'chromium-headless-shell',
    package: 'chromium-headless-shell',
    why: 'runs the browser tests',
    instead: process.env.CHROMIUM_PATH || findBrowser(),
  },
  { command: 'redis-server', package: 'redis-server', why: 'tests several web processes' },
  { command: 'ps', package: 'procps', why: 'shows tests which processes are left' },
];
/** Fonts for names and words in any script, and emoji. */
const FONTS = [
  { file: '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf', package: 'fonts-noto-color-emoji' },
  { file: '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf', package: 'fonts-noto-core' },
  { file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', package: 'fonts-noto-cjk' },
];

/** Opens photos of iPhones for heif-convert; on newer systems it is a package of its own. */
const HEIC_DECODER = 'libheif-plugin-libde265';

/** The path of a command, or null. */
export function which(command) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, command);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {}
  }
  return null;
}

/**
 * Installs missing commands with apt, where possible; otherwise lists them and exits.
 *
 * @param {{ tests: boolean }} options
 */
export function setUpMachine({ tests }) {
  const needs = tests ? [...NEEDS, ...TEST_NEEDS] : NEEDS;
  const missing = needs.filter(({ command, instead }) => !instead && !which(command));
  const fonts = process.platform === 'linux' ? FONTS.filter(({ file }) => !existsSync(file)) : [];
  const packages = [...new Set([...missing, ...fonts].map((each) => each.package))];
  if (packages.length > 0 && canApt()) installWithApt(packages);
  const still = needs.filter(({ command, instead }) => !instead && !which(command));
  if (still.length === 0) return addHeicDecoder();
  const words = still.map(({ command, why }) => `${command} (${why})`).join(', ');
  console.error(`Missing: ${words}. On Debian: sudo apt-get install ${packages.join(' ')}`);
  process.exit(1);
}

/** By itself: apt installs nothing when it does not know one of the names. */
function addHeicDecoder() {
  if (!lacksHeicDecoder(listDecoders())) return;
  if (canApt()) installWithApt([HEIC_DECODER]);
  if (!lacksHeicDecoder(listDecoders())) return;
  console.error(`Photos of iPhones can’t be opened. On Ubuntu and Debian: sudo apt-get install ${HEIC_DECODER}`);
}

function listDecoders() {
  return spawnSync('heif-convert', ['--list-decoders'], { encoding: 'utf8' }).stdout ?? '';
}

/** Whether what `heif-convert --list-decoders` says is a list without any for HEIC. Pure. */
export function lacksHeicDecoder(listed) {
  return /^HEIC decoders:/m.test(listed) && !/^HEIC decoders:\n[^\n]*=/m.test(listed);
}

function canApt() {
  return process.getuid?.() === 0 && which('apt-get') !== null;
}

function installWithApt(packages) {
  console.log(`Installing ${packages.join(', ')} with apt ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  apt('update', '-qq');
  const done = apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  if (done.status !== 0) console.error(`apt could not install them: ${done.stderr.trim().split('\n').at(-1)}`);
}
