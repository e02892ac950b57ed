import type { Socket } from 'node:net';
import type { SharedMemory } from './memory.ts';
import { frameLength } from './wire.ts';

/** What a connection may hold without a share of the memory, and the longest message before it is trusted, in bytes. */
const SMALL = 64 * 1024;
/** The first message, and each large one, must be whole within this time. */
const WHOLE_WITHIN_MS = 30_000;

/**
 * Hands each message that a socket receives to `handle`, one after the other. Meanwhile it reads only so much that it
 * notices when the client goes. A large message waits for its share of `memory` before it is read. Closes on what is not
 * this protocol.
 */
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

  async function next(deadline: NodeJS.Timeout | undefined): Promise<void> {
    await until(() => held.length >= 4);
    const length = frameLength(held);
    if (length <= SMALL) {
      await until(() => held.length >= length);
      clearTimeout(deadline);
      return handle(cut(length));
    }
    if (!client.isTrusted) throw new Error('too long before signing in');
    socket.pause();
    clearTimeout(deadline);
    await memory.take(length);
    const timer = expireIn(socket);
    try {
      const frame = held.length >= length ? cut(length) : await receiveLarge(length);
      clearTimeout(timer);
      await handle(frame);
    } finally {
      clearTimeout(timer);
      memory.give(length);
    }
  }

  let deadline: NodeJS.Timeout | undefined = expireIn(socket);
  try {
    for (;;) {
      await next(deadline);
      deadline = undefined;
    }
  } catch {
    clearTimeout(deadline);
    socket.destroy();
  }
}

function expireIn(socket: Socket): NodeJS.Timeout {
  return setTimeout(() => socket.destroy(), WHOLE_WITHIN_MS).unref();
}
