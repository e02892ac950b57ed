import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { builtAssets, builtFolder } from '../helpers/web-app.ts';

/** The sheet without the rules of an `@supports` that asks for oklch(). */
function withoutModern(css: string): string {
  const at = css.search(/@supports \(color:\s*oklch/);
  if (at < 0) return css;
  let end = css.indexOf('{', at);
  for (let depth = 1; depth > 0; ) {
    end++;
    if (css[end] === '{') depth++;
    else if (css[end] === '}') depth--;
  }
  return css.slice(0, at) + withoutModern(css.slice(end + 1));
}

/** A colour that sRGB lacks is written twice by the build: the nearest that it has stands before. */
const WITH_FALLBACK = /([\w-]+):[^;{}]+;\1:[^;{}]*oklch\([^;{}]*/g;

describe('style sheets for phones that don’t know oklch()', () => {
  it('have a fallback for every colour', async () => {
    const assets = await builtAssets();
    const names = readdirSync(join('static', 'css', 'entries')).map((file) => basename(file, '.css'));
    const sheets = names.map((name) => ({ name, text: assets.sheet(name).text }));
    expect(sheets.filter(({ text }) => /--wrap:\s*oklch\(/.test(text))).to.not.be.empty;
    for (const { name, text } of sheets)
      expect(withoutModern(text).replace(WITH_FALLBACK, ''), name).not.to.match(/oklch\(/);
  });
});

describe('style sheets for phones that don’t know dvh or cqi', () => {
  it('use these units in the tokens only, where others come first', async () => {
    const assets = await builtAssets();
    for (const file of readdirSync(join('static', 'css', 'entries'))) {
      const used = assets.sheet(basename(file, '.css')).text.match(/(?<=[{;])[\w-]+:[^;{}]*\d(?:dvh|cqi)\b/g) ?? [];
      expect(
        used.filter((each) => !/^--(dvh|cqi): ?1\1$/.test(each)),
        file,
      ).to.deep.equal([]);
    }
  });
});

/** What Safari 15.4 or Chrome 106 lacks, and esbuild leaves as it is. React’s advice to call `requestSubmit` is no call. */
const TOO_NEW = [
  /\.(?:toReversed|toSpliced|toSorted|with|isWellFormed|toWellFormed|checkVisibility|showPopover|togglePopover)\(/,
  /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|requestSubmit)\((?!\) instead)/,
  /\.(?:keys|values|entries)\(\)\.(?:map|filter|find|some|every|reduce|forEach|toArray|take|drop|flatMap)\(/,
  /\b(?:(?:Object|Map)\.groupBy|Array\.fromAsync|Iterator\.from|URL\.(?:canParse|parse))\(/,
  /\b(?:Promise\.(?:try|withResolvers)|AbortSignal\.(?:any|timeout))\(|\(\?<[=!]/,
];

/** The scripts of all islands and what these import. The folder has those of earlier builds as well. */
async function builtScripts(): Promise<Map<string, string>> {
  const folder = await builtFolder();
  const manifest: { islands: Record<string, string[]> } = JSON.parse(
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  );
  const texts = new Map<string, string>();
  const waiting = Object.values(manifest.islands).flat();
  for (let url = waiting.pop(); url; url = waiting.pop()) {
    const name = basename(url);
    if (texts.has(name)) continue;
    const text = readFileSync(join(folder, 'js', name), 'utf8');
    texts.set(name, text);
    waiting.push(...(text.match(/[\w.-]+-[0-9A-Z]{8}\.js\b/g) ?? []));
  }
  return texts;
}

describe('scripts for phones of 2022', () => {
  it('call nothing that those lack', async () => {
    const scripts = [...(await builtScripts())];
    expect(scripts.some(([name]) => name.startsWith('photo-editor'))).to.equal(true);
    const found = scripts.flatMap(([name, text]) => {
      // hls.js asks first.
      if (name.startsWith('hls.light')) return [];
      return TOO_NEW.flatMap((call) => call.exec(text)?.[0] ?? []).map((call) => `${call} in ${name}`);
    });
    expect(found).to.deep.equal([]);
  });
});
