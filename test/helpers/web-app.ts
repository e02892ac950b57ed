import { existsSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { buildBrowser } from '../../scripts/build/browser.mjs';
import { startWeb, type WebApp, type WebOverrides } from '../../src/app/start-web.ts';
import { type Assets, loadAssets } from '../../src/platform/assets.ts';
import type { Config } from '../../src/platform/config.ts';
import type { PageRule } from '../../src/platform/http/page-limit.ts';
import { RATE_RULES, type RateRules } from '../../src/platform/http/rate-limits.ts';
import type { Log } from '../../src/platform/log.ts';
import { testConfig, testLog } from './app-config.ts';
import { tempFolder } from './temp-folder.ts';
import { useStarted } from './use-started.ts';

export interface TestWeb {
  origin: string;
  config: Config;
  connection: mongoose.Connection;
  addresses: WebApp['addresses'];
  /** Ends it as an operator does; its data stay. */
  end(): Promise<void>;
  /** Ends it and drops its database. */
  close(): Promise<void>;
}

/** Limits that no test meets by chance. */
const GENEROUS = Object.fromEntries(
  Object.entries(RATE_RULES).map(([name, rule]) => [name, { ...rule, points: 1_000_000 }]),
) as RateRules;

/** The whole web process as it is in production, on a database of its own; each answer is held against its contract. */
export async function startTestWeb(
  options: {
    env?: Record<string, string>;
    rules?: Partial<RateRules>;
    pageRule?: PageRule;
    log?: Log;
    overrides?: WebOverrides;
  } = {},
): Promise<TestWeb> {
  const config = await testConfig(options.env);
  const rules = { ...GENEROUS, ...options.rules };
  const web = await startWeb({
    config,
    log: options.log ?? testLog(),
    rules,
    pageRule: options.pageRule,
    checkAnswers: true,
    overrides: options.overrides,
    assets: await builtAssets(),
  });
  return {
    origin: `http://127.0.0.1:${web.port}`,
    config,
    connection: mongoose.connection,
    addresses: web.addresses,
    end: web.close,
    async close() {
      await mongoose.connection.dropDatabase();
      await web.close();
    },
  };
}

/** Starts the web process before the tests of the surrounding `describe` and closes it afterwards. */
export function useWeb(options?: Parameters<typeof startTestWeb>[0]): () => TestWeb {
  return useStarted('web process', () => startTestWeb(options));
}

let folder: Promise<string> | null = null;
let built: Promise<Assets> | null = null;

/** The build of `npm test`, or one for files run alone. */
export function builtFolder(): Promise<string> {
  const made = join('static', 'build');
  folder ??= existsSync(join(made, 'manifest.json')) ? Promise.resolve(made) : buildForRun();
  return folder;
}

/** Its assets, read once. */
export function builtAssets(): Promise<Assets> {
  built ??= builtFolder().then(loadAssets);
  return built;
}

async function buildForRun(): Promise<string> {
  const out = await tempFolder();
  await buildBrowser({ root: process.cwd(), out });
  return out;
}
