export function noteDatabase(varDir: string, uri: string): void;
export function readDatabase(varDir: string): string | null;
export function forgetDatabase(varDir: string): void;
