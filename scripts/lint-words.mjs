// Lists words and phrases to avoid, with suggestions. Exits with 1 if it finds any.
// Usage: node scripts/lint-words.mjs [FILE...]    Default: every tracked source and Markdown file.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const SELF = 'scripts/lint-words.mjs';

/** Copy for visitors may be less formal. */
const COPY = /\.content\.ts$/;

/** Folders whose wording has not been revised yet. */
const NOT_YET = ['src/features/'];

/** @type {[RegExp, string][]} What not to write, and the suggestion. */
const DIALECT = [
  [/\bunless (it is |they are |one is )?told\b/, '“by default”, “Default: ...”'],
  [/\bwhom?(so)?ever\b/, '“the user who”, “anyone who”, “the process that”'],
  [/(?<!-)\bwhom\b/, '“who”, or name the person'],
  [/\b(anew|afresh)\b/, '“again”, “new”'],
  [/\b(let|lets|letting) go\b/, '“release”, “drop”, “close”'],
  [/\b(told|tells?) (\w+ )?so\b/, 'say what is reported: “reports the error”'],
  [/\b(let|lets) (nobody|anybody|everybody)\b/, '“no one can”, “anyone can”, “allows”'],
  [/\bnobody\b[^.;]*\byet it\b/, 'two sentences'],
  [/\b(is|are|was|were|been|being) told\b/, '“receives”, “is notified”, “is shown”'],
  [/\bof (ours|theirs|hers)\b/, '“our”, “their”, “the app’s”'],
  [/\bin vain\b/, '“without effect”, “fails”'],
  [/\bonce more\b/, '“again”'],
  [/\bcomes? (about|of it)\b/, '“is made”, “result”'],
  [/\b(believes|believed|(is|are|be) believed)\b/, '“trust”'],
  [/\bstands? (in (?!for\b)|at|beside|there|under|among)\b/, '“is in”, “is at”'],
  [/\b(lies|lie) (in|at|beside|below|there|under|where|on the disk)\b/, '“is in”, “is stored in”'],
  [/\b(whence|thence|hence|lest|thereby|thereof|therein|hither|thither|albeit|likewise|yonder)\b/, 'a plain word'],
  [/\bhave a life\b|\bhas a life\b/, '“is started and stopped”'],
  [/\bworth nothing\b/, '“is invalid”, “is ignored”'],
  [/\bgoes? (away )?under us\b|\baway under us\b/, '“is deleted while in use”'],
  [/\bone's own\b/, '“your own”, “their own”'],
];

function trackedFiles() {
  const patterns = ['src', 'views', 'islands', 'scripts', 'test', '*.md'];
  const listed = execFileSync('git', ['ls-files', '-z', ...patterns], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  return listed.filter(
    (file) => /\.(tsx?|m?js|md)$/.test(file) && !COPY.test(file) && !NOT_YET.some((folder) => file.startsWith(folder)),
  );
}

/** One line per hit: `file:line: “word”: suggestion`. */
function hitsIn(file) {
  const lines = readFileSync(path.resolve(ROOT, file), 'utf8').split('\n');
  // Pages of decisions quote titles of tests, which are checked where they are written.
  const own = (line) => (file.endsWith('.md') ? line.replace(/"[^"]*"/g, '') : line);
  return lines.flatMap((line, index) =>
    DIALECT.flatMap(([pattern, suggestion]) => {
      const hit = new RegExp(pattern, 'i').exec(own(line));
      return hit ? [`${file}:${index + 1}: “${hit[0]}”: write ${suggestion}`] : [];
    }),
  );
}

const given = process.argv.slice(2);
const files = (given.length > 0 ? given.map((file) => path.relative(ROOT, path.resolve(file))) : trackedFiles()).filter(
  (file) => file !== SELF,
);
const hits = files.flatMap(hitsIn);
for (const hit of hits) console.log(hit);
if (hits.length > 0) {
  console.error(`${hits.length} phrases to rewrite in plain English (the list is in ${SELF}).`);
  process.exitCode = 1;
}
