import { startSocketSender } from '../platform/sockets/socket-sender.ts';
import { joinFeatures } from './join-features.ts';
import { type OpenProcess, openProcess } from './open-process.ts';
import type { WorkerOptions } from './start-worker.ts';

/** What a process without pages needs to call services: a worker, or a command. */
export async function openWorker(options: WorkerOptions): Promise<OpenProcess & { close(): Promise<void> }> {
  const opened = await openProcess('worker', options);
  const leave = await joinFeatures({ ...opened, web: null });
  const sender = await startSocketSender(options.config, opened.database.connection, options.log);
  const removePlatform = opened.publish(sender.emitter);
  return {
    ...opened,
    async close() {
      await opened.queue.stop();
      await leave();
      await sender.close();
      removePlatform();
      await opened.database.close();
    },
  };
}
