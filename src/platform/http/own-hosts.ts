import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { LOOPBACK_NAMES } from '../loopback.ts';

/** Probes call by IP address; their answers contain nothing private. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);
const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** Hosts that this app answers to. */
export interface OwnHosts {
  /** Whether the `Host` header is one of the app's; prevents DNS rebinding. Health probes may use any host. */
  admits(req: Pick<IncomingMessage, 'headers' | 'url'>): boolean;
  /** Adds loopback names with this port, except in production. */
  listensOn(port: number): void;
}

/**
 * Accepts the hosts of `APP_ORIGIN` and `MEDIA_ORIGIN`; outside production also loopback names with the listening port.
 */
export function createOwnHosts({
  appOrigin,
  mediaOrigin,
  env,
}: Pick<Config, 'appOrigin' | 'mediaOrigin' | 'env'>): OwnHosts {
  const hosts = new Set<string>();
  const add = (origin: string) => {
    const { host, hostname, port, protocol } = new URL(origin);
    hosts.add(host);
    if (port === '') hosts.add(`${hostname}:${DEFAULT_PORTS[protocol]}`);
  };
  for (const origin of [appOrigin, mediaOrigin]) if (origin) add(origin);
  return {
    admits({ headers, url = '' }) {
      const { host } = headers;
      if (host !== undefined && (hosts.has(host) || hosts.has(host.toLowerCase()))) return true;
      return PROBES.has(url.split('?', 1)[0] ?? '');
    },
    listensOn(port) {
      if (env === 'production') return;
      for (const name of LOOPBACK_NAMES) add(`http://${name}:${port}`);
    },
  };
}
