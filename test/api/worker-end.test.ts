import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startWorkerProcess } from '../helpers/worker-processes.ts';

describe('a worker that ends', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });

  it('first sends the news of a clip that became ready just before', async () => {
    const { config, origin } = app();
    const creator = await newUser(origin);
    const event = await startEvent(creator);
    const { socket, heard, join, close } = await connectSocket(origin, '/users', { cookie: creator.cookie() });
    expect(await join({ event: event.id })).to.include({ success: true });
    const worker = await startWorkerProcess(config);
    const ready = new Promise<number>((resolve) => {
      socket.on('media:updated', ({ status }) => status === 'ready' && resolve(heard.length));
    });
    await giveText(newVisitor(origin), event, 'Just in time');
    // A quick worker may send the news before we ask it to end.
    const before = await ready;
    await worker.end();
    await eventually('the news', async () => heard.slice(before).some(({ name }) => name === 'clips:changed'));
    close();
  });
});
