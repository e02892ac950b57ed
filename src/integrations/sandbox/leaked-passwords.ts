import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { listeningPort } from '../../platform/listening-port.ts';

export interface LeakedPasswordsSandbox {
  origin: string;
  /** What it was asked, such as `/range/ABCDE`. */
  asked: string[];
  /** From now on it answers with this status. */
  failWith(status: number | null): void;
  stop(): Promise<void>;
}

/** Answers as Pwned Passwords does, for these passwords, with padding. */
export async function startLeakedPasswordsSandbox(passwords: readonly string[]): Promise<LeakedPasswordsSandbox> {
  const hashes = passwords.map((each) => createHash('sha1').update(each, 'utf8').digest('hex').toUpperCase());
  const asked: string[] = [];
  let failure: number | null = null;
  const server = createServer((req, res) => {
    asked.push(req.url ?? '');
    const prefix = /^\/range\/([0-9A-F]{5})$/.exec(req.url ?? '')?.[1];
    if (failure || !prefix) {
      res.writeHead(failure ?? 400).end();
      return;
    }
    const found = hashes.filter((hash) => hash.startsWith(prefix)).map((hash) => `${hash.slice(5)}:3`);
    const padding = [`${'0'.repeat(34)}A:0`, `${'F'.repeat(34)}B:0`];
    res.setHeader('content-type', 'text/plain');
    res.end([...found, ...padding].join('\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${listeningPort(server)}`,
    asked,
    failWith(status) {
      failure = status;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
