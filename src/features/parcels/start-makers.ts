import { createHmac } from 'node:crypto';
import { createReplicator } from '../../integrations/acutrack.ts';
import { createBinder } from '../../integrations/heirloom.ts';
import { createPrinter } from '../../integrations/lob.ts';
import { loadWorkshop, workshop } from '../../integrations/sandboxes.ts';
import type { Config } from '../../platform/config.ts';
import type { ProvidedPart } from '../../platform/part.ts';
import { ACUTRACK_PATH, LOB_PATH } from './maker-webhooks.ts';
import { makers } from './makers.parts.ts';

/**
 * Connects to the makers with keys, and to the workshop of the sandbox for the others; outside of sandboxes they are null.
 * @param ownUrl where this process takes webhooks
 */
export async function startMakers(config: Config, ownUrl: (path: string) => string): Promise<ProvidedPart[]> {
  const { acutrack, heirloom, lob } = config.makers;
  const loaded = await loadWorkshop(config);
  const secret = workshopSecret(config);
  const webhooks = { lob: () => ownUrl(LOB_PATH), acutrack: () => ownUrl(`${ACUTRACK_PATH}/${secret}`) };
  const running = loaded && (await loaded.startWorkshop({ appOrigin: config.appOrigin, secret, webhooks }));
  const at = (name: string) => (running ? `${running.origin}/${name}` : '');
  const signed = { webhookSecret: secret, isSandbox: true };
  const here = {
    acutrack: running && createReplicator({ url: at('acutrack'), dealerId: 'sandbox', password: secret, ...signed }),
    heirloom: running && createBinder({ url: at('heirloom'), key: secret, isSandbox: true }),
    printer: running && createPrinter({ apiKey: secret, webhookSecret: secret, from: null, origin: at('lob') }),
  };
  return [
    makers.is({
      acutrack: acutrack ? createReplicator(acutrack) : here.acutrack,
      heirloom: heirloom ? createBinder(heirloom) : here.heirloom,
      printer: lob ? createPrinter(lob) : here.printer,
    }),
    workshop.is(running, () => running?.stop()),
  ];
}

/** Only this installation knows it. */
function workshopSecret({ sessionSecret }: Pick<Config, 'sessionSecret'>): string {
  return createHmac('sha256', sessionSecret).update('workshop sandbox').digest('hex').slice(0, 32);
}
