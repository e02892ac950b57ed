import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { listeningPort } from '../../src/platform/listening-port.ts';
import type { Exchange } from './stripe-description.ts';

/** A server that passes every call on to a sandbox, and remembers it with its answer. */
export async function recordingProxy(target: { host: string; port: number }) {
  const exchanges: Exchange[] = [];
  const app = express();
  app.set('query parser', 'extended');
  const bodies = new WeakMap<object, Buffer>();
  app.use(express.urlencoded({ extended: true, verify: (req, _res, raw) => void bodies.set(req, raw) }));
  app.use(async (req, res) => {
    const { method, path } = req;
    const headers = Object.entries(req.headers).filter(
      ([name]) => !['host', 'connection', 'content-length'].includes(name),
    );
    const body = bodies.get(req);
    const response = await fetch(`http://${target.host}:${target.port}${req.url}`, {
      method,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      ...(body && { body: new Uint8Array(body) }),
    });
    const answer: unknown = await response.json();
    const sent = method === 'GET' ? req.query : (req.body ?? {});
    exchanges.push({ method, path, sent, status: response.status, answer });
    res.status(response.status).json(answer);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    exchanges,
    host: '127.0.0.1',
    port: listeningPort(server),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
