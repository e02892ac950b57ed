export declare const PROGRAMS: Record<
  'worker' | 'small-worker' | 'small-app-worker' | 'web' | 'uploads' | 'queue' | 'database',
  string
>;
export declare function bundlePrograms(names: (keyof typeof PROGRAMS)[], out: string): Promise<void>;
export declare function bundleTests(files: string[], out: string): Promise<(file: string) => string>;
