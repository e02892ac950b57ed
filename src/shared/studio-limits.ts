/* Limits that only the studio needs, apart from the others so that no other page loads them. */

/** Limits of an edit; `still`: seconds that a photo or text card can be shown, `secondsMax`: no recording is longer. */
export const EDIT = {
  cuts: 20,
  straighten: 15,
  speed: { min: 0.5, max: 2 },
  still: { min: 2, max: 30 },
  secondsMax: 24 * 3600,
  history: 50,
  annotationMax: 64 * 1024,
} as const;

/** Limits of the photo editor; sizes and widths are shares of the picture's height. */
export const PHOTO_EDIT = {
  layers: 60,
  points: 400,
  letters: 80,
  size: { min: 0.02, max: 0.6 },
  width: { min: 0.002, max: 0.1 },
} as const;

/**
 * Upscaling: what the network does in time on one core. Pixels of a photo, and of all frames of a video together;
 * `small`: the longest side up to which it is offered. Time limits in milliseconds.
 */
export const UPSCALE = {
  photo: 1_500_000,
  video: 16_000_000,
  small: 1000,
  timeLimit: 10 * 60_000,
} as const;

/** Uploaded music: seconds, and how many an event can have. */
export const SONG = { min: 10, max: 600, perEvent: 10, publicMax: 200 } as const;

/** Volume of the music beside its default, in dB. */
export const MUSIC_VOLUME = { min: -18, max: 6 } as const;

/** Captions of one clip: how many, and characters of each; `least`: seconds for which one is shown. */
export const CAPTIONS = { perClip: 300, text: 200, least: 0.2, fileMax: 512 * 1024 } as const;

/** How often the words of one clip can be asked for: it costs. */
export const TRANSCRIPTIONS_MAX = 5;

/**
 * Seconds kept before and after what is heard, that an end must save, and that both together must.
 */
export const TIGHTEN = { before: 0.5, after: 0.7, worth: 0.3, least: 1 } as const;

/** Seconds that a photo is shown at least where photos in a row follow the music's beats. */
export const PHOTO_PACE = { min: 1.5, max: 10, usual: 2.5 } as const;
