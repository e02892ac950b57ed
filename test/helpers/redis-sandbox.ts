import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface RedisServer {
  url: string;
  close(): Promise<void>;
}

interface Client {
  socket: Socket;
  channels: Set<string>;
  patterns: Set<string>;
  /** 3 after `HELLO 3`: what is published then comes as a push. */
  protocol: 2 | 3;
}

/**
 * `REDIS_URL`, a `redis-server` of the machine on a port of its own, or our own server with the part of Redis
 * that publishes and subscribes.
 */
export async function redisServer(): Promise<RedisServer> {
  const { REDIS_URL } = process.env;
  if (REDIS_URL) return { url: REDIS_URL, close: async () => undefined };
  return (await machineRedis()) ?? sandboxRedis();
}

/** Null where there is none, or where somebody took its port meanwhile. */
async function machineRedis(): Promise<RedisServer | null> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  process.once('exit', () => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!/ready to accept connections/i.test(line)) continue;
    child.stdout.resume();
    return {
      url: `redis://127.0.0.1:${port}`,
      async close() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  return null;
}

async function sandboxRedis(): Promise<RedisServer> {
  const clients = new Set<Client>();
  const server = createServer((socket) => {
    const client: Client = { socket, channels: new Set(), patterns: new Set(), protocol: 2 };
    clients.add(client);
    socket.on('error', () => undefined);
    socket.on('close', () => clients.delete(client));
    let rest = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let read = readCommand(rest); read; read = readCommand(rest)) {
        rest = rest.subarray(read.end);
        obey(client, read.words, clients);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const { socket } of clients) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One command, `*2\r\n$4\r\nPING\r\n...`, once it is whole. */
function readCommand(data: Buffer): { words: Buffer[]; end: number } | null {
  const line = (from: number) => data.indexOf('\r\n', from);
  let at = line(0);
  if (at < 0) return null;
  const words: Buffer[] = [];
  for (let left = Number(data.toString('latin1', 1, at)); left > 0; left--) {
    const start = at + 2;
    const end = line(start);
    if (end < 0) return null;
    const length = Number(data.toString('latin1', start + 1, end));
    if (data.length < end + 2 + length + 2) return null;
    words.push(data.subarray(end + 2, end + 2 + length));
    at = end + 2 + length;
  }
  return { words, end: at + 2 };
}

function obey(client: Client, [name, ...args]: Buffer[], clients: Set<Client>): void {
  const texts = args.map(String);
  const command = String(name).toUpperCase();
  const say = (text: string) => client.socket.write(text);
  switch (command) {
    case 'HELLO':
      client.protocol = texts[0] === '3' ? 3 : 2;
      say(client.protocol === 3 ? '%1\r\n$5\r\nproto\r\n:3\r\n' : '*2\r\n$5\r\nproto\r\n:2\r\n');
      return;
    case 'PING':
      say('+PONG\r\n');
      return;
    case 'CLIENT':
      say('+OK\r\n');
      return;
    case 'SUBSCRIBE':
    case 'PSUBSCRIBE':
    case 'UNSUBSCRIBE':
    case 'PUNSUBSCRIBE':
      subscribe(client, command, texts);
      return;
    case 'PUBLISH':
      say(`:${publish(clients, texts[0] ?? '', args[1] ?? Buffer.alloc(0))}\r\n`);
      return;
    case 'PUBSUB':
      say(`*2\r\n$${texts[1]?.length}\r\n${texts[1]}\r\n:${count(clients, texts[1] ?? '')}\r\n`);
      return;
    default:
      say(`-ERR unknown command '${command}'\r\n`);
  }
}

function subscribe(client: Client, command: string, names: string[]): void {
  const set = command.includes('PSUB') || command.includes('PUNSUB') ? client.patterns : client.channels;
  for (const name of names) {
    if (command.includes('UNSUB')) set.delete(name);
    else set.add(name);
    const size = client.channels.size + client.patterns.size;
    const head = Buffer.from(`${mark(client)}3\r\n${bulk(command.toLowerCase())}${bulk(name)}:${size}\r\n`);
    client.socket.write(head);
  }
}

function publish(clients: Set<Client>, channel: string, message: Buffer): number {
  const body = Buffer.concat([Buffer.from(`$${message.length}\r\n`), message, Buffer.from('\r\n')]);
  let heard = 0;
  for (const client of clients) {
    if (client.channels.has(channel)) {
      client.socket.write(Buffer.concat([Buffer.from(`${mark(client)}3\r\n${bulk('message')}${bulk(channel)}`), body]));
      heard += 1;
    }
    for (const pattern of client.patterns) {
      if (!channel.startsWith(pattern.replace(/\*$/, ''))) continue;
      const head = `${mark(client)}4\r\n${bulk('pmessage')}${bulk(pattern)}${bulk(channel)}`;
      client.socket.write(Buffer.concat([Buffer.from(head), body]));
      heard += 1;
    }
  }
  return heard;
}

function count(clients: Set<Client>, channel: string): number {
  return [...clients].filter(({ channels }) => channels.has(channel)).length;
}

function bulk(text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}

function mark({ protocol }: Client): string {
  return protocol === 3 ? '>' : '*';
}
