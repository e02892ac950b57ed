import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { tempFolder } from './temp-folder.ts';

export interface EmbeddedServer {
  uri: string;
  child: ChildProcess;
}

let server: Promise<EmbeddedServer> | null = null;

/** Address of the server the tests use: `MONGODB_URI`, or one embedded server a run, started when first asked for. */
export async function mongoServer(): Promise<string> {
  const given = process.env.MONGODB_URI;
  if (given) return given;
  server ??= startEmbedded(await tempFolder(), 0);
  return (await server).uri;
}

/** Ends the embedded server if one was started; called by the root hooks. */
export async function stopMongoServer(): Promise<void> {
  const started = await server?.catch(() => null);
  server = null;
  if (!started || started.child.exitCode !== null || started.child.signalCode !== null) return;
  started.child.kill('SIGTERM');
  await once(started.child, 'exit');
}

/** Starts an embedded server of its own on the data in `folder`, for tests that end it; 0 is any free port. */
export async function startEmbedded(folder: string, port: number): Promise<EmbeddedServer> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'src/embedded-mongo/main.ts', '--data', folder, '--port', String(port)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const uri = readyUri(line);
    if (uri) {
      child.stdout.resume();
      letGo(child);
      return { uri, child };
    }
  }
  throw new Error('The embedded database ended before it was ready');
}

/**
 * A test file with a top-level `await` gets modules of its own, apart from those of the root hooks, so a server may be
 * left that no hook knows of. It must not keep the run from ending, and ends with it.
 */
function letGo(child: ChildProcess): void {
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
