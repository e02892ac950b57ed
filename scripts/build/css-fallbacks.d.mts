export function withColourFallbacks(css: string): string;
export function srgbHex(lightness: number, chroma: number, hue: number, alpha?: number): string;
