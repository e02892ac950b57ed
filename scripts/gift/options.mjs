import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { varDirOf } from '../run/options.mjs';

const USAGE = `Usage: npm run gift -- --to NAME --occasion OCCASION [options] FILE...

  --to NAME            who it is for; several: --to Ruth --to Karl
  --occasion OCCASION  birthday, wedding, getwell, ...
  --from NAME          who gives it
  --no-music           without a music bed
  --skip-bad           leave out refused files; otherwise one ends the command
  --out FILE           where the film goes (default: gifts/for-NAME.mp4 in the data folder)
  --url URL            use the app that runs there, instead of one of its own
  --keep               keep its own app running until Ctrl-C

Each FILE (video, photo with HEIC, sound) becomes a clip of the person it is named after: “aunt-lena.mov” is Aunt Lena’s.`;

/**
 * Parses the command line; exits with a message when it is invalid.
 *
 * @param {string} root folder of the project
 * @param {string[]} [args]
 */
export function readGiftOptions(root, args = process.argv.slice(2)) {
  const { values, positionals } = read(args);
  // npm runs commands in the project's folder; resolve paths from the user's.
  const here = process.env.INIT_CWD ?? process.cwd();
  const to = (values.to ?? []).map((name) => name.trim()).filter(Boolean);
  if (to.length === 0) refuse('Say who it is for: --to NAME');
  if (!values.occasion) refuse('Say what it is for: --occasion birthday');
  if (positionals.length === 0) refuse('Name the files that the film is made of.');
  if (values.url !== undefined && !/^https?:\/\/[^/]/.test(values.url))
    refuse(`--url must be an address such as https://vidday.example, not “${values.url}”.`);
  if (values.url && values.keep) refuse('--keep is for the command’s own app; the one of --url stays anyway.');
  const files = positionals.map((file) => resolve(here, file));
  for (const file of files) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile()) refuse(`${file} ${found ? 'is not a file' : 'does not exist'}.`);
  }
  return {
    to,
    occasion: values.occasion,
    from: values.from?.trim() || null,
    music: !values['no-music'],
    skipBad: Boolean(values['skip-bad']),
    keep: Boolean(values.keep),
    url: values.url ? new URL(values.url).origin : null,
    out: values.out === undefined ? null : resolve(here, values.out),
    gifts: resolve(varDirOf(root), 'gifts'),
    files,
  };
}

function read(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        to: { type: 'string', multiple: true },
        occasion: { type: 'string' },
        from: { type: 'string' },
        'no-music': { type: 'boolean' },
        'skip-bad': { type: 'boolean' },
        out: { type: 'string' },
        url: { type: 'string' },
        keep: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (!values.help) return { values, positionals };
  } catch (error) {
    refuse(error.message);
  }
  console.log(USAGE);
  process.exit(0);
}

function refuse(words) {
  console.error(`${words}\n\n${USAGE}`);
  process.exit(1);
}
