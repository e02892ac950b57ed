import { Connection } from 'mongodb/lib/cmap/connection.js';

let isMended = false;

/**
 * Ends what the driver (`mongodb` 7.8 and 7.9) sends over a socket that is already closing. Such a write has no effect and
 * no error, and the driver would wait for its `drain` forever, whatever its time limits are; see decision 108.
 */
export function failClosedWrites(): void {
  if (isMended) return;
  isMended = true;
  const { onClose } = Connection.prototype;
  Connection.prototype.onClose = function (this: Connection) {
    onClose.call(this);
    // The driver listens for errors, too, while it waits.
    this.socket.emit('error', this.error);
  };
}
