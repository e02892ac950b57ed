import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { memoryFolder } from './temp-folder.ts';
import { saidBy, startProgram } from './test-process.ts';

export interface EmbeddedServer {
  uri: string;
  child: ChildProcess;
}

let server: Promise<EmbeddedServer> | null = null;

/** Address of the server the tests use: `MONGODB_URI`, or one embedded server a run, started when first asked for. */
export async function mongoServer(): Promise<string> {
  const given = process.env.MONGODB_URI;
  if (given) return given;
  server ??= startEmbedded(await memoryFolder());
  return (await server).uri;
}

/** Ends the embedded server if one was started; called by the root hooks. */
export async function stopMongoServer(): Promise<void> {
  const started = await server?.catch(() => null);
  server = null;
  if (!started || started.child.exitCode !== null || started.child.signalCode !== null) return;
  // It was detached: without this, a program with nothing else to do would end here.
  started.child.ref();
  started.child.kill('SIGTERM');
  await once(started.child, 'exit');
}

/**
 * Starts an embedded server on the data in `folder`.
 * @param port 0 is any free one. Default: a socket in the folder, as `npm start` uses it, which takes less work than TCP
 */
export async function startEmbedded(folder: string, port?: number): Promise<EmbeddedServer> {
  const child = await startProgram('database', {
    args: ['--data', folder, ...(port === undefined ? [] : ['--port', String(port)])],
  });
  const uri = await saidBy(child, readyUri);
  detach(child);
  return { uri, child };
}

/**
 * A test file with a top-level `await` gets modules of its own, apart from those of the root hooks, so a server may be
 * left that no hook knows of. It must not keep the run from ending, and ends with it.
 */
function detach(child: ChildProcess): void {
  child.unref();
  if (child.stdout instanceof Socket) child.stdout.unref();
}

function readyUri(line: string): string | null {
  try {
    const message: unknown = JSON.parse(line);
    if (typeof message !== 'object' || message === null || !('ready' in message) || !('uri' in message)) return null;
    return String(message.uri);
  } catch {
    return null;
  }
}
