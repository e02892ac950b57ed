import type { Config } from '../../src/platform/config.ts';
import type { ReadinessCheck } from '../../src/platform/http/health.ts';
import type { RateRules } from '../../src/platform/http/rate-limits.ts';
import type { RouteTable } from '../../src/platform/http/route.ts';
import { platform } from '../../src/platform/platform.ts';
import type { SocketEmitter } from '../../src/shared/contracts/socket-events.ts';
import { useStarted } from './use-started.ts';
import { startTestWeb, type TestWeb } from './web-app.ts';

export interface ApiAppOptions {
  /** Environment variables, such as `TRUST_PROXY`. */
  env?: Record<string, string>;
  /** Beside the product's tables. */
  tables?: readonly RouteTable[];
  /** Rules that differ from limits no test meets by chance. */
  limits?: Partial<RateRules>;
  readiness?: Record<string, ReadinessCheck>;
  recheckInterval?: number;
  socketsPerAddress?: number;
}

export interface ApiApp {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  config: Config;
  database: Pick<TestWeb, 'connection'>;
  sockets: { emitter: SocketEmitter };
  close(): Promise<void>;
}

/** The web process as it is in production, on a free port and a database of its own, for tests of its API. */
export async function startApi(options: ApiAppOptions = {}): Promise<ApiApp> {
  const { env, tables, limits, readiness, recheckInterval, socketsPerAddress } = options;
  const web = await startTestWeb({
    env,
    rules: limits,
    overrides: { tables, readiness, sockets: { recheckInterval, perAddress: socketsPerAddress } },
  });
  const { origin, config, connection, close } = web;
  return { origin, config, database: { connection }, sockets: { emitter: platform().sockets }, close };
}

/** Starts the API before the tests of the surrounding `describe` and closes it afterwards. */
export function useApi(options?: ApiAppOptions): () => ApiApp {
  return useStarted('API', () => startApi(options));
}
