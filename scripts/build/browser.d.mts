import type { BuildOptions, Metafile } from 'esbuild';

export interface BrowserBuild {
  root: string;
  islands?: string;
  css?: string;
  out?: string;
  dev?: boolean;
}

export function buildBrowser(options: BrowserBuild): Promise<{ changed: boolean; metafile: Metafile | null }>;
export function findIslands(folder: string): Record<string, string>;
export function scriptOptions(options: { root: string; islands: string; out: string; dev: boolean }): BuildOptions;
