import { createHmac } from 'node:crypto';
import { createTreePlanting, ECOLOGI_URL } from '../../integrations/ecologi.ts';
import {
  giftCardSandbox,
  loadEcologiSandbox,
  loadTremendousSandbox,
  treeSandbox,
} from '../../integrations/sandboxes.ts';
import { createGiftCards, tremendousUrl } from '../../integrations/tremendous.ts';
import type { Config } from '../../platform/config.ts';
import type { ProvidedPart } from '../../platform/part.ts';
import { giftCards, treePlanting } from './presents.parts.ts';

/**
 * Connects to the partners for gift cards and trees, or without keys to their sandboxes.
 * @param webhookUrl where the sandbox of gift cards reports
 */
export async function startPresents(config: Config, webhookUrl: () => string): Promise<ProvidedPart[]> {
  return [...(await startGiftCards(config, webhookUrl)), ...(await startTrees(config))];
}

async function startGiftCards(config: Config, webhookUrl: () => string): Promise<ProvidedPart[]> {
  const { tremendous } = config;
  if (tremendous) {
    const connection = { ...tremendous, url: tremendousUrl(tremendous.apiKey) };
    return [giftCards.is(createGiftCards(connection)), giftCardSandbox.is(null)];
  }
  const loaded = await loadTremendousSandbox(config);
  if (!loaded) throw new Error('Tremendous has neither a key nor its sandbox');
  const sandbox = await loaded.startTremendousSandbox({
    appOrigin: config.appOrigin,
    // Only this installation knows it.
    webhookKey: createHmac('sha256', config.sessionSecret).update('tremendous sandbox').digest('hex'),
    webhookUrl,
  });
  return [giftCards.is(createGiftCards(sandbox.connection)), giftCardSandbox.is(sandbox, () => sandbox.stop())];
}

async function startTrees(config: Config): Promise<ProvidedPart[]> {
  const { ecologiKey } = config;
  if (ecologiKey) {
    return [treePlanting.is(createTreePlanting({ apiKey: ecologiKey, url: ECOLOGI_URL })), treeSandbox.is(null)];
  }
  const loaded = await loadEcologiSandbox(config);
  if (!loaded) throw new Error('Ecologi has neither a key nor its sandbox');
  const sandbox = await loaded.startEcologiSandbox();
  return [treePlanting.is(createTreePlanting(sandbox.connection)), treeSandbox.is(sandbox, () => sandbox.stop())];
}
