import type { Socket } from 'node:net';
import type { SharedMemory } from './memory.ts';
import { frameLength } from './wire.ts';

/** What a connection may hold without a share of the memory, and the longest message before it is trusted, in bytes. */
const SMALL = 64 * 1024;
/** The first message, and each large one, must be whole within this time. */
const WHOLE_WITHIN_MS = 30_000;

/** Hands each message of a socket to `handle`, one at a time; large ones wait for `memory`. Closes on anything else. */
export async function eachFrame(
  socket: Socket,
  memory: SharedMemory,
  client: { isTrusted: boolean },
  handle: (frame: Buffer) => Promise<void>,
): Promise<void> {
  let held = Buffer.alloc(0);
  let large: Buffer | undefined;
  let filled = 0;
  let wake = (): void => {};

  socket.on('data', (chunk: Buffer) => {
    const used = large ? chunk.copy(large, filled) : 0;
    filled += used;
    if (used < chunk.length) held = Buffer.concat([held, chunk.subarray(used)]);
    if (held.length > SMALL) socket.pause();
    wake();
  });
  socket.once('close', () => wake());

  async function until(isThere: () => boolean): Promise<void> {
    socket.resume();
    while (!socket.destroyed) {
      if (isThere()) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    throw new Error('the client is gone');
  }

  function cut(length: number): Buffer {
    const frame = held.subarray(0, length);
    held = held.subarray(length);
    return frame;
  }

  async function receiveLarge(length: number): Promise<Buffer> {
    const frame = Buffer.allocUnsafeSlow(length);
    filled = held.copy(frame);
    held = Buffer.alloc(0);
    large = frame;
    await until(() => filled === length);
    large = undefined;
    return frame;
  }

  let timer: NodeJS.Timeout | undefined;
  const expireSoon = (): void => {
    timer = setTimeout(() => socket.destroy(), WHOLE_WITHIN_MS).unref();
  };

  async function next(): Promise<void> {
    await until(() => held.length >= 4);
    const length = frameLength(held);
    if (length <= SMALL) {
      await until(() => held.length >= length);
      clearTimeout(timer);
      return handle(cut(length));
    }
    if (!client.isTrusted) throw new Error('too long before signing in');
    socket.pause();
    clearTimeout(timer);
    await memory.take(length);
    expireSoon();
    try {
      const frame = held.length >= length ? cut(length) : await receiveLarge(length);
      clearTimeout(timer);
      await handle(frame);
    } finally {
      memory.give(length);
    }
  }

  expireSoon();
  try {
    for (;;) await next();
  } catch {
    clearTimeout(timer);
    socket.destroy();
  }
}
