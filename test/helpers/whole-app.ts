import mongoose from 'mongoose';
import { freePort } from '../../scripts/run/port.mjs';
import { listSandboxMails, type SandboxMail } from '../../src/integrations/sandbox/smtp-outbox.ts';
import { useStarted } from './use-started.ts';
import { startTestWeb, type TestWeb } from './web-app.ts';
import { startWorkerProcess } from './worker-processes.ts';

export interface WholeApp extends TestWeb {
  /** What is in the sandbox's outbox for an address, newest first. */
  mailsTo(address: string): Promise<SandboxMail[]>;
  /** Lets the worker stand still, so that what waits for it can be looked at; ends by `resumeWorker`. */
  pauseWorker(): void;
  resumeWorker(): void;
}

interface WholeAppOptions {
  env?: Record<string, string>;
  /** Whether a worker process is started. Default: true. */
  hasWorker?: boolean;
  /** Pictures as the product encodes them. Default: small ones, for tests that are not about pictures. */
  hasFullPictures?: boolean;
  /** Host of links and passkeys, which need a name. Default: 127.0.0.1. */
  host?: 'localhost';
}

/**
 * The product as it runs: the web process on a port that its links name, here in this process, and the worker in one of
 * its own, on a database and a folder of their own. Payments and mails go through their sandboxes.
 */
export async function startWholeApp({
  env = {},
  hasWorker = true,
  hasFullPictures = false,
  host,
}: WholeAppOptions = {}): Promise<WholeApp> {
  const web = await startOnFreePort(env, host);
  const worker = hasWorker ? await startWorkerProcess(web.config, hasFullPictures) : null;
  return {
    ...web,
    mailsTo: (to) => listSandboxMails({ connection: mongoose.connection }, { to }),
    pauseWorker: () => worker?.pause(),
    resumeWorker: () => worker?.resume(),
    async close() {
      await worker?.end();
      await web.close();
    },
  };
}

/** Starts the app before the tests of the surrounding `describe` and closes it afterwards. */
export function useWholeApp(options?: WholeAppOptions): () => WholeApp {
  return useStarted('app', () => startWholeApp(options));
}

/** Links name the port before anybody listens on it, so it is looked for first; somebody else may take it meanwhile. */
async function startOnFreePort(env: Record<string, string>, host = '127.0.0.1'): Promise<TestWeb> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return await startTestWeb({ env: { PORT: String(port), APP_ORIGIN: `http://${host}:${port}`, ...env } });
    } catch (error) {
      if (attempt === 3 || !(error instanceof Error) || !/in use|EADDRINUSE/i.test(error.message)) throw error;
    }
  }
}
