const net = require('node:net');

// Loaded into a process ahead of its code. From SIGUSR2 on, the process has lost its database as the driver was seen to lose it:
// its connections break and new ones hang. Only those of a client that would not wait long for one are made.

/** Milliseconds that such a client waits at most: whether the database answers others is asked that way. */
const BRIEF = 5000;

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
