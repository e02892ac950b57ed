import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { tempFolder } from '../helpers/temp-folder.ts';

describe('scripts/lint-words.mjs', () => {
  async function lint(text: string) {
    const file = join(await tempFolder(), 'sample.ts');
    await writeFile(file, text);
    return spawnSync(process.execPath, ['scripts/lint-words.mjs', file], { encoding: 'utf8' });
  }

  it('prints file, line and suggestion of a listed phrase, and exits with 1', async () => {
    const phrase = ['unless', 'told'].join(' ');
    const { status, stdout } = await lint(`const a = 1;\n/** 500 ${phrase}. */\n`);
    expect(stdout).to.match(new RegExp(`sample\\.ts:2: “${phrase}”: write “by default”`));
    expect(status).to.equal(1);
  });

  it('prints nothing for plain English, and exits with 0', async () => {
    const { status, stdout } = await lint('/** Timeout in milliseconds. Default: 500. */\n');
    expect(stdout).to.equal('');
    expect(status).to.equal(0);
  });
});
