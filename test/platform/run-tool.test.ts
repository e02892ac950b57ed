import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { withNiceness } from '../../src/platform/ffmpeg/niceness.ts';
import { runTool } from '../../src/platform/ffmpeg/run.ts';

/** Says the niceness of its session as soon as it is the wanted one, and after five seconds what it is. */
const SAY_NICENESS = (wanted: number) => `
  const { readFileSync } = require('node:fs');
  const began = Date.now();
  const look = () => {
    const [, niceness] = /nice (-?\\d+)/.exec(readFileSync('/proc/self/autogroup', 'utf8'));
    if (Number(niceness) !== ${wanted} && Date.now() - began < 5000) return setTimeout(look, 20);
    process.stdout.write(niceness + ' ' + require('node:os').getPriority());
  };
  look();`;

async function nicenessOf(wanted: number, niceness?: number): Promise<string> {
  const limits = { addressSpace: 64 * 1024 ** 3 };
  const options = { timeLimit: 60_000, niceness, limits };
  const { stdout } = await runTool('node', ['-e', SAY_NICENESS(wanted)], options);
  return stdout.toString();
}

describe('tools that yield to others', () => {
  before(function () {
    // Kernels without it order all processes by `nice`.
    if (!existsSync('/proc/self/autogroup')) this.skip();
  });

  it('gives a niceness to the tool and to its session, as Linux shares the processors by session first', async () => {
    expect(await nicenessOf(15, 15)).to.equal('15 15');
  });

  it('gives that of the work around it to a tool that names none, and none outside', async () => {
    expect(await withNiceness(10, () => nicenessOf(10))).to.equal('10 10');
    expect(await nicenessOf(0)).to.equal('0 0');
  });
});
