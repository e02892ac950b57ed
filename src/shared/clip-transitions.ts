/**
 * How a clip follows another: `soft` (each comes out of black and goes back), `cut` (at once), or half a second of both
 * in which one fades, slides or zooms into the other.
 */
export const CLIP_TRANSITIONS = ['soft', 'cut', 'fade', 'slide', 'zoom'] as const;
export type ClipTransition = (typeof CLIP_TRANSITIONS)[number];
