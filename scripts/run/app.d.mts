export interface AppOptions {
  root: string;
  port: number;
  host: string;
  varDir: string;
  origin: string;
  mongodbUri?: string;
  worker?: string;
  env?: Record<string, string>;
  onGiveUp(name: string): void;
  onPids?(pids: number[]): void;
  say?(words: string): void;
}

export interface App {
  database: string;
  databaseUri: string;
  start(options?: { within?: number }): Promise<boolean>;
  stop(): Promise<void>;
}

export function createApp(options: AppOptions): App;
