declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net';

  /** The driver's connection to a server. */
  export class Connection {
    socket: Socket;
    /** Why it was closed. */
    error: Error | null;
    /** Listens to its socket's `close`. */
    onClose(): void;
  }
}
