import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line between a phone and the server that a test can cut. */
export interface WeakLine {
  /** Address that the phone connects to. */
  origin: string;
  /** Cuts everything once so many more bytes went up; resolves when it happened. Nothing passes until `mend`. */
  cutAfter(bytes: number): Promise<void>;
  mend(): void;
  /** Bytes that went up in all. */
  sent(): number;
  close(): Promise<void>;
}

/**
 * @param target origin of the server, asked for with each connection: the server must know the line's origin before it starts
 * @param bytesPerSecond how much goes up at most, so that a cut falls into the middle of a file
 */
export async function openWeakLine(target: () => string, bytesPerSecond: number): Promise<WeakLine> {
  const open = new Set<Socket>();
  let sent = 0;
  let cut: { at: number; happened: () => void } | null = null;
  let isCut = false;

  const server = createServer((phone) => {
    if (isCut) return void phone.destroy();
    const { hostname, port } = new URL(target());
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [phone, far],
      [far, phone],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    far.pipe(phone);
    phone.on('data', (bytes) => {
      sent += bytes.length;
      if (cut && sent >= cut.at) return cutNow();
      far.write(bytes);
      phone.pause();
      setTimeout(() => phone.resume(), (bytes.length / bytesPerSecond) * 1000);
    });
    phone.on('end', () => far.end());
  });

  function cutNow(): void {
    isCut = true;
    for (const socket of open) socket.destroy();
    cut?.happened();
    cut = null;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAfter: (bytes) =>
      new Promise<void>((happened) => {
        cut = { at: sent + bytes, happened };
      }),
    mend() {
      isCut = false;
      cut = null;
    },
    sent: () => sent,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
