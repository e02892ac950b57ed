export function lacksHeicDecoder(listed: string): boolean;
