const net = require('node:net');

/** Milliseconds that somebody who only wants to know whether the database answers waits at most for a connection. */
const BRIEF = 5000;

/**
 * Loaded into a process ahead of its code. From SIGUSR2 on the process has lost its database as the driver was seen to lose it:
 * its connections break, and its own new ones never come about, while a short question over a connection apart is answered.
 */
const connect = net.createConnection;
const open = new Set();
let isLost = false;

process.on('SIGUSR2', () => {
  isLost = true;
  for (const socket of open) socket.destroy(new Error('read ECONNRESET'));
});

net.createConnection = (...where) => {
  if (isLost) return connectedIfBrief(where);
  const socket = connect(...where);
  open.add(socket);
  socket.once('close', () => open.delete(socket));
  return socket;
};

function connectedIfBrief(where) {
  const socket = new net.Socket();
  socket.setTimeout = (milliseconds, ...rest) => {
    if (milliseconds > 0 && milliseconds <= BRIEF && !socket.connecting && socket.pending) socket.connect(...where);
    return net.Socket.prototype.setTimeout.call(socket, milliseconds, ...rest);
  };
  return socket;
}
