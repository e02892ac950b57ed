import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Entries that may need more than 32 bits for their size get a Zip64 header. */
const LARGE = 0xf000_0000;

export interface ZipEntry {
  compress?: boolean;
  /** Size, if it is known beforehand. */
  bytes?: number;
  /** Sees each piece on its way. */
  onPiece?(piece: Buffer): void;
}

/** A zip file that is written while it is read; Zip64 where it needs it. */
export interface ZipStream {
  output: Readable;
  /** Streams in one entry and resolves to its bytes. Entries are added one at a time. */
  add(name: string, source: Readable | Buffer, entry?: ZipEntry): Promise<number>;
  /** Ends it after the last entry. */
  end(comment?: string): void;
  /** Ends it unfinished: who reads it gets the error. */
  fail(error: Error): void;
}

/** Opens a zip file. Somebody must read `output`, or `add` waits. */
export function openZip(): ZipStream {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  const failed = new Promise<never>((_, reject) => {
    zip.once('error', reject);
    output.once('error', reject);
    output.once('close', () => reject(new Error('The archive was closed')));
  });
  failed.catch(() => {});
  return {
    output,
    async add(name, source, { compress = false, bytes: size = 0, onPiece } = {}) {
      let bytes = 0;
      const counted = new Transform({
        transform(piece: Buffer, _encoding, done) {
          bytes += piece.length;
          onPiece?.(piece);
          done(null, piece);
        },
      });
      zip.addReadStream(counted, name, { compress, forceZip64Format: size >= LARGE });
      const input = source instanceof Readable ? source : Readable.from([source], { objectMode: false });
      await Promise.race([pipeline(input, counted), failed]);
      return bytes;
    },
    end(comment = '') {
      zip.end({ forceZip64Format: false, comment });
    },
    fail(error) {
      output.destroy(error);
    },
  };
}
