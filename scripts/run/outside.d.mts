export const OUTSIDE: readonly string[];
export const BY_ITSELF: Readonly<Record<string, string>>;
