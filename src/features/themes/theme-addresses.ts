import type { FaceName } from '../../platform/draw/faces.ts';
import { FACES } from '../../platform/draw/faces.ts';
import { keysOf } from '../../shared/known-values.ts';
import { DESIGNS, type DesignName } from './design/designs.ts';

/* Addresses that a theme's fields hold, and what they mean. */

const ART = '/api/v2/theme-art';
const FONTS = '/assets/fonts';
const DESIGN_NAMES = keysOf(DESIGNS);
const FACE_NAMES = keysOf(FACES);

export function artUrl(design: DesignName, card: 'intro' | 'outro'): string {
  return `${ART}/${design}/${card}`;
}

/** The design of an address of its artwork; null for any other address. */
export function designAt(url: string | null | undefined): DesignName | null {
  return DESIGN_NAMES.find((name) => url?.startsWith(`${ART}/${name}/`)) ?? null;
}

export function isArtUrl(url: string): boolean {
  return DESIGN_NAMES.some((name) => url === artUrl(name, 'intro') || url === artUrl(name, 'outro'));
}

export function fontUrl(face: FaceName): string {
  return `${FONTS}/${FACES[face].file}-latin.woff2`;
}

/** The face of a font's address; null for any other address. */
export function faceAt(url: string | null | undefined): FaceName | null {
  return FACE_NAMES.find((face) => fontUrl(face) === url) ?? null;
}
