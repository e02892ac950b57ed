import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { messageOf } from '../helpers/fresh-database.ts';
import { startTestWeb } from '../helpers/web-app.ts';

describe('a web process', () => {
  it('leaves nothing open when its port is in use, and can be started again in the same process', async () => {
    // Below the ports that the system gives out, so that nobody takes it in between.
    const other = createServer().listen(randomInt(20_000, 30_000), '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await messageOf(startTestWeb({ env: { PORT: String(port) } }))).to.contain(`Port ${port} is in use`);
    other.close();
    await once(other, 'close');
    const web = await startTestWeb({ env: { PORT: String(port) } });
    expect(web.origin).to.equal(`http://127.0.0.1:${port}`);
    await web.close();
  });
});
