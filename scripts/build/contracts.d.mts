import type { Plugin } from 'esbuild';

export function contractsAsAddresses(root: string): Plugin;
