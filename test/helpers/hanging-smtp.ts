import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** The step of an SMTP conversation at which the server hangs up; `accepted`: it has the mail, and says nothing more. */
export const SMTP_STEPS = ['connect', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'body', 'accepted', 'QUIT'] as const;
export type SmtpStep = (typeof SMTP_STEPS)[number];

export interface HangingSmtp {
  url: string;
  /** The mails it holds: the address and Message-ID of each copy. */
  taken: { to: string; messageId: string }[];
  /** Steps at which connections are still to break, one each. */
  planned: SmtpStep[];
  close(): Promise<void>;
}

/**
 * A mail server that breaks one connection at each planned step, and takes everything afterwards.
 * @param onBreak called before it breaks one
 */
export async function startHangingSmtp(
  steps: readonly SmtpStep[],
  onBreak: () => void = () => undefined,
): Promise<HangingSmtp> {
  const taken: HangingSmtp['taken'] = [];
  const planned = [...steps];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    talk(socket, planned.shift() ?? null, taken, onBreak);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    planned,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function talk(socket: Socket, breaksAt: SmtpStep | null, taken: HangingSmtp['taken'], onBreak: () => void): void {
  const hangUp = () => {
    onBreak();
    socket.destroy();
  };
  if (breaksAt === 'connect') {
    hangUp();
    return;
  }
  let waiting = '';
  let to = '';
  let body: string | null = null;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 test');
  socket.setEncoding('utf8');
  socket.on('data', (piece: string) => {
    waiting += piece;
    for (let end = waiting.indexOf('\r\n'); end >= 0 && !socket.destroyed; end = waiting.indexOf('\r\n')) {
      const line = waiting.slice(0, end);
      waiting = waiting.slice(end + 2);
      if (body === null) command(line);
      else if (line === '.') finish(body);
      else if (breaksAt === 'body' && body.length > 200) hangUp();
      else body += `${line}\n`;
    }
  });

  function command(line: string): void {
    const [verb = ''] = line.toUpperCase().split(/[ :]/);
    if (verb === breaksAt || (verb === 'HELO' && breaksAt === 'EHLO')) {
      hangUp();
      return;
    }
    if (verb === 'RCPT') to = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (verb === 'DATA') {
      body = '';
      say('354 go on');
    } else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else say('250 ok');
  }

  function finish(whole: string): void {
    taken.push({ to, messageId: /^Message-ID:\s*(\S+)/im.exec(whole)?.[1] ?? '' });
    if (breaksAt === 'accepted') {
      hangUp();
      return;
    }
    body = null;
    say('250 kept');
  }
}
