/** Moods of music, as shown to choose from. */
export const MOODS = ['warm', 'joyful', 'tender', 'quiet', 'playful', 'hopeful'] as const;
export type Mood = (typeof MOODS)[number];
