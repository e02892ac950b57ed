import type { Express, Response } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { isOperator } from './access.ts';
import { type AccessRule, anyone, type Nothing } from './access-rules.ts';
import { type Addressed, guarded } from './addresses.ts';
import type { Metrics } from './metrics.ts';

/** Throws when a dependency, such as the database or the file store, is unavailable. */
export type ReadinessCheck = () => Promise<unknown>;

export interface HealthOptions {
  config: Pick<Config, 'metricsToken'>;
  log: Logger;
  metrics: Metrics;
  /** By name: `db`, `store`, `ffmpeg`. */
  checks: Record<string, ReadinessCheck>;
}

/** Milliseconds; long, as a busy machine is slow, not broken. */
const CHECK_TIMEOUT = 10_000;

/**
 * A check that starts a process, such as a tool's: once it has passed, it is not run again, and callers that ask while it runs
 * share the run. A failed one is run again. So the tool gets its time however slow the machine is, and nobody can start it often.
 */
export function passOnce(check: ReadinessCheck): ReadinessCheck {
  let run: Promise<unknown> | null = null;
  return () => {
    run ??= check().catch((error) => {
      run = null;
      throw error;
    });
    return run;
  };
}

/** Mounts `/healthz` (liveness), `/readyz` (readiness) and `/metrics` (loopback or token only). */
export function mountHealth(app: Express, options: HealthOptions): void {
  const get = { kind: 'site', method: 'GET', access: anyone } as const;
  const alive = guarded({ ...get, path: '/healthz' }, ({ res }) => {
    res.setHeader('Cache-Control', 'no-store');
    res.json({ success: true, data: { status: 'alive' } });
  });
  const operator: AccessRule<'operator', Addressed, Nothing> = {
    word: 'operator',
    load({ req }) {
      if (isOperator(req, options.config.metricsToken)) return {};
      throw new AppError('NOT_ALLOWED', { message: 'This is for operators only.' });
    },
  };
  const metrics = guarded({ kind: 'file', method: 'GET', path: '/metrics', access: operator }, async ({ res }) => {
    const { registry } = options.metrics;
    res.setHeader('Content-Type', registry.contentType);
    res.setHeader('Cache-Control', 'no-store');
    res.end(await registry.metrics());
  });
  app.get('/healthz', alive);
  app.get(
    '/readyz',
    guarded({ ...get, path: '/readyz' }, ({ res }) => answerReadiness(res, options)),
  );
  app.get('/metrics', metrics);
}

/** The answer names the failing check; the reason goes to the log. */
async function answerReadiness(res: Response, { checks, log }: HealthOptions): Promise<void> {
  const parts = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await passes(name, check, log)] as const),
  );
  const isReady = parts.every(([, passed]) => passed);
  const data = {
    status: isReady ? 'ready' : 'not ready',
    checks: Object.fromEntries(parts.map(([name, passed]) => [name, passed ? 'ok' : 'failed'])),
  };
  res.setHeader('Cache-Control', 'no-store');
  res.status(isReady ? 200 : 503).json({ success: isReady, data });
}

async function passes(name: string, check: ReadinessCheck, log: Logger): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_TIMEOUT} ms`)), CHECK_TIMEOUT);
  });
  try {
    await Promise.race([check(), late]);
    return true;
  } catch (error) {
    log.warn({ err: error, check: name }, 'not ready');
    return false;
  } finally {
    clearTimeout(timer);
  }
}
