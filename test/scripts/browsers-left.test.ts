import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { isAlive } from '../helpers/command.ts';
import { eventually } from '../helpers/eventually.ts';
import { endingWithThis, saidBy } from '../helpers/test-process.ts';

const THREE_BROWSERS = `
  import { openBrowser } from './scripts/run/browser.mjs';
  const browsers = await Promise.all([openBrowser(), openBrowser(), openBrowser()]);
  process.once('SIGTERM', () => process.exit(1));
  console.log(JSON.stringify(browsers.map((browser) => browser.process().pid)));
`;

describe('a process with several browsers', function () {
  this.timeout(300_000);

  it('leaves none behind when it exits without closing them', async () => {
    const child = endingWithThis(
      spawn(process.execPath, ['--input-type=module', '--eval', THREE_BROWSERS], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    const pids = await saidBy(child, (line) => JSON.parse(line) as number[]);
    expect(pids.map(isAlive)).to.deep.equal([true, true, true]);
    child.kill('SIGTERM');
    await once(child, 'exit');
    await eventually('the end of the browsers', async () => !pids.some(isAlive));
  });
});
