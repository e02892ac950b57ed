import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import type { Database } from '../../platform/database/db.ts';
import type { Log } from '../../platform/log.ts';
import { keepMail } from './smtp-outbox.ts';

const MOST_BYTES = 25 * 1024 * 1024;

/** Takes every mail except for addresses at `refused.example`, which it refuses for good, so that this can be tried. */
export async function startSmtpSandbox(
  db: Pick<Database, 'connection'>,
  log: Log,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    name: 'sandbox',
    banner: 'nothing leaves this machine',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MOST_BYTES,
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (address.toLowerCase().endsWith('@refused.example')) done(refusal(550, 'No such mailbox'));
      else done();
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom ? mailFrom.address : '';
      receive(stream)
        .then((raw) => Promise.all(rcptTo.map(({ address }) => keepMail(db, { from, to: address }, raw))))
        .then(() => done())
        .catch((error: unknown) => {
          log.error({ err: error }, 'the outbox could not keep a mail');
          done(refusal(451, 'Try again later'));
        });
    },
  });
  server.on('error', (error) => log.warn({ err: error }, 'a connection to the mail sandbox failed'));
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function receive(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
