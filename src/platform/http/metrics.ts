import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** @param route the pattern that answered, such as `/e/:key` */
  observe(method: string, route: string, status: number, seconds: number): void;
  /** A number that is read when somebody asks for the metrics. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The measurements of one process, served at `/metrics`. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by pattern of the route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    registry,
    observe(method, route, status, seconds) {
      // A caller may invent methods; a label may not grow by that.
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
