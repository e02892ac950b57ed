import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { builtAssets } from '../helpers/web-app.ts';

/** The sheet without what stands in an `@supports` that asks for oklch(). */
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

describe('style sheets for phones that don’t know oklch()', () => {
  it('have every colour without it', async () => {
    const assets = await builtAssets();
    const names = readdirSync(join('static', 'css', 'entries')).map((file) => basename(file, '.css'));
    const sheets = names.map((name) => ({ name, text: assets.sheet(name).text }));
    expect(sheets.filter(({ text }) => /--wrap:\s*oklch\(/.test(text))).to.not.be.empty;
    for (const { name, text } of sheets) expect(withoutModern(text), name).not.to.match(/oklch\(/);
  });
});
