import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import { SOCKET_NAMESPACES, type SocketEmitter, type SocketNamespace } from '../../shared/contracts/socket-events.ts';
import { SOCKETS_PER_ADDRESS } from '../../shared/limits.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { Config } from '../config.ts';
import { refusalOf } from '../http/access.ts';
import { isOwnOrigin } from '../http/origin-check.ts';
import type { OwnHosts } from '../http/own-hosts.ts';
import type { Relay } from '../relay/relay.ts';
import type { AcceptSocket, OurSocket } from './accept-socket.ts';
import { linkThroughRedis } from './redis-link.ts';
import {
  createEmitter,
  deliver,
  type Io,
  SOCKET_CHANNEL,
  type SocketFacts,
  type SocketMessage,
  signInRoom,
  userRoom,
} from './socket-message.ts';
import { createSocketPlaces } from './socket-places.ts';
import { socketIdentity, socketViewer, type ViewerDeps } from './socket-viewer.ts';

export interface SocketServerOptions extends ViewerDeps {
  config: Pick<Config, 'appOrigin' | 'redisUrl'>;
  hosts: OwnHosts;
  /** Reaches other processes without Redis; null for a single process. */
  relay: Relay | null;
  log: Logger;
  /** Handlers of features for new connections. */
  accept?: readonly AcceptSocket[];
  /**
   * Milliseconds between checks of signed-in connections, for lost roles and expired sessions; signing out disconnects
   * at once. Default: 60000.
   */
  recheckInterval?: number;
  /** Open connections for each IP address and process. Default: `SOCKETS_PER_ADDRESS`. */
  perAddress?: number;
}

export interface SocketServer {
  emitter: SocketEmitter;
  io: Io;
  /** Open connections in this process. */
  connections(): number;
  /** Closes all connections, and accepts no more. The emitter still reaches other processes. */
  disconnect(): void;
  /** After `disconnect`. */
  close(): Promise<void>;
}

/** Browsers only send requests to join, and that someone is typing. */
const MAX_PACKET = 16 * 1024;
/** Answer to a refused handshake; browsers retry with their usual delays. */
const TOO_MANY_SOCKETS = 'Your network has too many open connections. Close some pages and try again.';
/** Packets in ten seconds before a connection is closed. */
const MAX_PACKETS = 100;

/** Serves the three namespaces on an HTTP server and connects to other processes. */
export async function startSockets(server: HttpServer, options: SocketServerOptions): Promise<SocketServer> {
  const { config, hosts, log } = options;
  const places = createSocketPlaces(options.perAddress ?? SOCKETS_PER_ADDRESS, options.addressOf);
  const io: Io = new Server(server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MAX_PACKET,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    connectTimeout: 10_000,
    perMessageDeflate: false,
    allowRequest: (req, decide) => {
      if (!hosts.admits(req) || !isOwnOrigin(req, config.appOrigin)) decide(null, false);
      else if (!places.take(req)) decide(TOO_MANY_SOCKETS, false);
      else decide(null, true);
    },
  });
  const redis = config.redisUrl ? await linkThroughRedis(config.redisUrl, log) : null;
  if (redis) io.adapter(redis.adapter);
  // Socket.IO always opens `/`, which we don't use.
  io.use((_socket, next) => next(new Error('NOT_FOUND')));
  for (const name of SOCKET_NAMESPACES) openNamespace(io, name, options);
  const relay = redis ? null : options.relay;
  relay?.subscribe<SocketMessage>(SOCKET_CHANNEL, (message) => deliver(io, message));
  await relay?.listening;
  const recheck = setInterval(() => {
    cutOffSignedOut(io, options).catch((error: unknown) =>
      log.warn({ err: error }, 'connections could not be checked'),
    );
  }, options.recheckInterval ?? 60_000);
  recheck.unref();
  return {
    io,
    emitter: createEmitter((message) => {
      deliver(io, message);
      relay?.publish(SOCKET_CHANNEL, message);
    }),
    connections: () => io.engine.clientsCount,
    disconnect() {
      clearInterval(recheck);
      // `io.close()` would also close the HTTP server, which belongs to the caller.
      io.engine.close();
    },
    async close() {
      await redis?.close();
    },
  };
}

function openNamespace(io: Io, name: SocketNamespace, options: SocketServerOptions): void {
  const namespace = io.of(name);
  namespace.use((socket, next) => {
    socketIdentity(socket.request, null, options).then(
      ({ viewer, signInId }) => {
        socket.data = { ...personOf(viewer), signInId, joined: new Set() };
        next(mayEnter(name, viewer) ? undefined : refusal(viewer));
      },
      (error: unknown) => {
        options.log.error({ err: error }, 'a socket could not be accepted');
        next(new Error('INTERNAL'));
      },
    );
  });
  namespace.on('connection', (socket) => {
    limitPackets(socket);
    // Without a listener, a malformed packet would throw.
    socket.on('error', () => undefined);
    if (socket.data.signInId) void socket.join(signInRoom(socket.data.signInId));
    if (socket.data.userId && name !== '/public') void socket.join(userRoom(socket.data.userId));
    const viewer = (presentedKey: string | null) => socketViewer(socket.request, presentedKey, options);
    for (const accept of options.accept ?? []) accept(socket, { viewer, log: options.log });
  });
}

function mayEnter(name: SocketNamespace, viewer: Viewer): boolean {
  if (name === '/public') return true;
  return name === '/staff' ? may(siteRoles(viewer.user), 'desk.open') : viewer.user !== null;
}

function refusal(viewer: Viewer): Error {
  const code = viewer.user ? refusalOf(viewer.user, 'desk.open').code : 'NOT_SIGNED_IN';
  return Object.assign(new Error(code), { data: { code } });
}

function limitPackets(socket: OurSocket): void {
  let count = 0;
  let since = Date.now();
  socket.use((_packet, next) => {
    if (Date.now() - since > 10_000) {
      count = 0;
      since = Date.now();
    }
    count += 1;
    if (count > MAX_PACKETS) socket.disconnect(true);
    else next();
  });
}

function personOf({ user }: Viewer): Pick<SocketFacts, 'userId' | 'role'> {
  return { userId: user?.id ?? null, role: user?.role ?? null };
}

/**
 * Disconnects connections whose sign-in or role has ended: in `/users`, staff receive messages of all events. Browsers
 * with a session reconnect.
 */
async function cutOffSignedOut(io: Io, deps: ViewerDeps): Promise<void> {
  for (const name of SOCKET_NAMESPACES) {
    for (const socket of io.of(name).sockets.values()) {
      if (socket.data.userId === null) continue;
      const { userId, role } = personOf(await socketViewer(socket.request, null, deps));
      if (userId !== socket.data.userId || role !== socket.data.role) socket.disconnect(true);
    }
  }
}
