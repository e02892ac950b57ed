import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { builtAssets } from '../helpers/web-app.ts';

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
