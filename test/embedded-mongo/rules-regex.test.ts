import { expect } from 'chai';
import type { Collection, Document } from 'mongodb';
import { useDatabase } from './database.ts';
import { expectRule, type Failure, fails } from './rules.ts';

/** The rule, a pattern, its options, the texts it matches, and those it does not: as PCRE2 10.42 answers in UTF mode. */
type Rule = [rule: string, pattern: string, options: string, matches: string[] | Failure, others?: string[]];

const RULES: Rule[] = [
  ['$ before a final newline', 'a$', '', ['a', 'a\n'], ['a\nb', 'a\n\n']],
  ['\\z at the very end', 'a\\z', '', ['a'], ['a\n']],
  ['^ without m', '^b', '', ['b'], ['a\nb']],
  ['\\A', '\\Ab', '', ['b'], ['a\nb']],
  ['. and newlines', '^a.b$', '', ['a\rb', 'a\u2028b', 'a\ud83d\ude00b'], ['a\nb']],
  ['. with s', 'a.b', 's', ['a\nb'], []],
  ['\\d is ASCII', '^\\d$', '', ['1'], ['\u0663']],
  ['\\w is ASCII', '^\\w$', '', ['a', '_'], ['\u00e4', '\u017f']],
  ['\\W', '^\\W$', '', ['\u00e4'], ['a']],
  ['\\s holds a vertical tab', '^\\s$', '', ['\u000b', ' '], ['\u00a0', '\u2028', '\ufeff']],
  ['\\S', '^\\S$', '', ['\u00a0'], ['\u000b']],
  ['\\b is ASCII', '\\bb', '', ['\u00e4b', ' b'], ['ab']],
  ['a character above 16 bits is one', '^.$', '', ['\ud83d\ude00'], ['ab']],
  ['a set above 16 bits', '^[\ud83d\ude00-\ud83d\ude02]$', '', ['\ud83d\ude01'], ['\ud83d\ude03']],
  ['- at the end of a set', '^[a-]$', '', ['-'], ['b']],
  ['\\d in a set', '^[\\d.]+$', '', ['1.2'], ['a']],
  ['i: a simple fold of Unicode', '^stra\u00dfe$', 'i', ['STRA\u1e9eE'], ['STRASSE']],
  ['i: k and the Kelvin sign', '^k$', 'i', ['\u212a', 'K'], []],
  ['i: s and the long s', '^[a-z]$', 'i', ['\u017f', 'S'], []],
  ['i: the dotted I of Turkish', '^i$', 'i', ['I'], ['\u0130', '\u0131']],
  ['i: sigma', '^\u03c3$', 'i', ['\u03c2', '\u03a3'], []],
  ['i: \\w is not widened', '^\\w$', 'i', ['K'], ['\u212a']],
  ['lazy repeats', '^a+?b*?$', '', ['aab'], ['b']],
  ['empty branches', '^(?:|a)$', '', ['', 'a'], ['b']],
  ['punctuation with \\', '^\\/\\-\\_\\"$', '', ['/-_"'], []],
  ['a range backwards', '[z-a]', '', fails(51091)],
  ['an open group', '(a', '', fails(51091)],
  ['a closed group', 'a)', '', fails(51091)],
  ['a repeat of nothing', '*a', '', fails(51091)],
  ['a repeat of ^', '^*a', '', fails(51091)],
  ['an unknown option', 'a', 'g', fails(51108)],
];

describe('embedded database rules of regular expressions (reference/operator/query/regex)', () => {
  const { collection } = useDatabase();
  let texts: Collection;

  before(async () => {
    const all = RULES.flatMap(([, , , matches, others = []]) =>
      Array.isArray(matches) ? [...matches, ...others] : [],
    );
    texts = await collection([...new Set(all)].map((text) => ({ text })));
    await texts.createIndex({ text: 1 });
  });

  for (const [rule, pattern, options, matches, others = []] of RULES)
    it(`${rule}: /${pattern.replaceAll('\n', '\\n')}/${options}`, async () => {
      const seen = Array.isArray(matches) ? [...matches, ...others].sort() : [];
      const filter = { $and: [{ text: { $in: seen } }, { text: { $regex: pattern, $options: options } }] };
      const found = texts.find(filter as Document).toArray();
      await expectRule(
        found.then((docs) => docs.map(({ text }) => text as string).sort()),
        Array.isArray(matches) ? [...matches].sort() : matches,
      );
    });

  it('serves others while ^(a+)+$ runs on a long text', async () => {
    const held = await collection([{ text: `${'a'.repeat(50_000)}!` }]);
    const shorter = await collection([{ text: 'aaa' }]);
    const [slow, quick] = await Promise.all([
      held.countDocuments({ text: /^(a+)+$/ }),
      shorter.countDocuments({ text: /^(a+)+$/ }),
    ]);
    expect([slow, quick]).to.deep.equal([0, 1]);
  });

  it('finds the same by a literal prefix with and without an index', async () => {
    const patterns = ['^a', '^a.', '^a.b*', '^ab?', '^a\\x41', '^a\\.', '^a|b'];
    for (const pattern of patterns) {
      const filter = { text: { $regex: pattern } };
      const by = (sort: Document) =>
        texts
          .find(filter, { sort })
          .map(({ text }) => text as string)
          .toArray();
      expect((await by({ text: 1 })).sort(), pattern).to.deep.equal((await by({ $natural: 1 })).sort());
    }
  });
});
