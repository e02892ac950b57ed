export function isBadPort(port: number): boolean;
export function freePort(): Promise<number>;
export function requirePort(port: number, host: string, command?: string): Promise<void>;
