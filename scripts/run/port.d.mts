export function freePort(): Promise<number>;
export function requirePort(port: number, host: string, command?: string): Promise<void>;
