export function build(options?: {
  root?: string;
  dev?: boolean;
  server?: boolean;
}): Promise<{ browser: boolean; server: boolean }>;
