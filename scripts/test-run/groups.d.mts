export declare function runGroups(
  groups: { what: string; files: { file: string; path: string }[] }[],
  options: {
    cwd: string;
    env?: Record<string, string>;
    signal?: AbortSignal;
    atOnce: number;
    write(text: string | Uint8Array): void;
  },
): Promise<boolean>;
