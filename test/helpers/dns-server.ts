import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const TYPES = { A: 1, NS: 2, MX: 15, AAAA: 28 } as const;
const CODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3 } as const;

/** What a name has: hosts by type, `.` being none at all; or how the server fails at it. */
export type Zone = Record<string, Partial<Record<keyof typeof TYPES, string[]>> | 'SERVFAIL' | 'silence'>;

export interface DnsServer {
  /** `address:port`, as `MAIL_DNS_SERVERS` takes it. */
  address: string;
  /** `TYPE name` of every question so far. */
  asked: string[];
  close(): Promise<void>;
}

/** A name server on a free port that knows only `zone`. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query);
    asked.push(`${nameOfType(type)} ${name}`);
    const known = zone[name];
    if (known === 'silence') return;
    const code = known === 'SERVFAIL' ? 'SERVFAIL' : known ? 'NOERROR' : 'NXDOMAIN';
    const values = typeof known === 'object' ? (known[nameOfType(type)] ?? []) : [];
    socket.send(answer(query.subarray(0, end), CODES[code], type, values), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    asked,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += length + 1;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function nameOfType(type: number): keyof typeof TYPES {
  const names = Object.keys(TYPES) as (keyof typeof TYPES)[];
  return names.find((name) => TYPES[name] === type) ?? 'A';
}

function answer(question: Buffer, code: number, type: number, values: string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(values.length, 6);
  head.writeUInt32BE(0, 8);
  const records = values.map((value) => {
    const data = dataOf(type, value);
    const record = Buffer.alloc(12);
    // The name of the question, by its place.
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(60, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, ...records]);
}

function dataOf(type: number, value: string): Buffer {
  if (type === TYPES.A) return Buffer.from(value.split('.').map(Number));
  if (type === TYPES.AAAA) return Buffer.from(value.replaceAll(':', ''), 'hex');
  const name = encodedName(value);
  return type === TYPES.MX ? Buffer.concat([Buffer.from([0, 10]), name]) : name;
}

function encodedName(name: string): Buffer {
  const labels = name.split('.').filter(Boolean);
  const pieces = labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')]);
  return Buffer.concat([...pieces, Buffer.from([0])]);
}
