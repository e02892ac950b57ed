import { expect } from 'chai';
import { freePort, isBadPort } from '../../scripts/run/port.mjs';

/** Linux gives ports from here on to outgoing connections. */
const OUTGOING = 32_768;

describe('a free port', () => {
  it('is one that no outgoing connection takes before somebody listens on it, and that browsers open', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, freePort));
    for (const port of ports) expect(port).to.be.within(1024, OUTGOING - 1);
    expect(ports.filter(isBadPort)).to.deep.equal([]);
  });
});
