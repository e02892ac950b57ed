import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { LOOPBACK_NAMES } from '../loopback.ts';

/** Probes and scrapers call by address; these answers hold nothing that a page of another site may not read. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);
const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** The values of the `Host` header that this app answers to. */
export interface OwnHosts {
  /**
   * Whether the request names a host of ours; without this check a foreign name that resolves to this machine (DNS
   * rebinding) would count as our own origin. Health probes may use any host.
   */
  admits(req: Pick<IncomingMessage, 'headers' | 'url'>): boolean;
  /** Adds the loopback names with this port, except in production. */
  listensOn(port: number): void;
}

/** The hosts of `APP_ORIGIN` and `MEDIA_ORIGIN`; outside production also the loopback names with the port listened on. */
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
