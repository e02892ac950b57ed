import { type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What came back; status 0 where no whole answer came. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Sending {
  method: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Milliseconds before each piece of the body; without it all goes at once. */
  pace?: () => number;
}

const PIECE = 256 * 1024;
/** A request that hears nothing for so long is given up, in milliseconds. */
const SILENCE = 20_000;

/** One request over a connection of its own, with a body that flows as slowly as a phone's. Never throws. */
export function send(url: string, { method, headers, body, pace }: Sending): Promise<Answer> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = (answer: Answer) => {
      isOver = true;
      resolve(answer);
    };
    const noAnswer = () => end({ status: 0, headers: {}, body: '' });
    const length = body ? { 'Content-Length': String(body.length) } : {};
    const req = request(url, { method, agent: false, headers: { ...length, ...headers } }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', noAnswer);
      res.on('end', () => {
        end({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks).toString() });
        req.destroy();
      });
    });
    req.on('error', noAnswer);
    req.setTimeout(SILENCE, () => req.destroy());
    void (async () => {
      for (let at = 0; body && at < body.length && !isOver; at += PIECE) {
        if (pace) await delay(pace());
        if (!req.destroyed) req.write(body.subarray(at, at + PIECE));
      }
      if (!isOver) req.end();
    })();
  });
}
