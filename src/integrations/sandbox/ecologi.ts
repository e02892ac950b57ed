import { once } from 'node:events';
import { createServer } from 'node:http';
import express, { type Express } from 'express';
import { listeningPort } from '../../platform/listening-port.ts';

const KEY = 'sandbox-ecologi-key';

type Failure = 'cut' | 422 | 429 | 500;

export interface EcologiSandbox {
  /** For `createTreePlanting`. */
  connection: { apiKey: string; url: string };
  /** The next calls fail like this, one each. */
  failNext(...failures: Failure[]): void;
  /** Trees that were planted, by the keys of their orders. */
  planted: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** A server on loopback that answers as Ecologi’s API does, and plants nothing. */
export async function startEcologiSandbox(): Promise<EcologiSandbox> {
  const failures: Failure[] = [];
  const planted = new Map<string, number>();
  const server = createServer(api(failures, planted)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    connection: { apiKey: KEY, url: `http://127.0.0.1:${listeningPort(server)}` },
    failNext: (...next) => void failures.push(...next),
    planted,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function api(failures: Failure[], planted: Map<string, number>): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(express.json());
  app.post('/impact/trees', (req, res) => {
    if (req.headers.authorization !== `Bearer ${KEY}`) return void res.status(401).json({ message: 'Unauthorized' });
    const failure = failures.shift();
    if (typeof failure === 'number') return void res.status(failure).json({ message: 'Try again later' });
    const number = Number(req.body?.number);
    if (!Number.isInteger(number) || number < 1) return void res.status(422).json({ message: 'Invalid number' });
    const key = String(req.headers['idempotency-key']);
    planted.set(key, planted.get(key) ?? number);
    // The trees are ordered, but the line breaks.
    if (failure === 'cut') return void res.destroy();
    const treeUrl = `https://ecologi.com/sandbox?tree=${encodeURIComponent(key)}`;
    res.status(201).json({ amount: (number * 0.8).toFixed(2), currency: 'USD', treeUrl, name: req.body.name });
  });
  return app;
}
