import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** @param route the route pattern, such as `/e/:key` */
  observe(method: string, route: string, status: number, seconds: number): void;
  /** Registers a value that is read on each scrape. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

let ofProcess: Registry | null = null;

/** Memory, processor and event loop of this process. Watching them never stops, so it starts only once. */
function processFigures(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** Metrics of one process, served at `/metrics`. */
export function createMetrics(): Metrics {
  const registry = Registry.merge([processFigures()]);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests in seconds, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    registry,
    observe(method, route, status, seconds) {
      // Clients can invent methods; keep the number of labels bounded.
      durations.observe({ method: METHODS.has(method) ? method : 'other', route, status: String(status) }, seconds);
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    },
  };
}
