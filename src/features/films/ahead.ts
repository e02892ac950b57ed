/** What a film will need yields to previews (0) and short clips (5), which people wait for, and precedes long ones (19). */
export const AHEAD_NICENESS = 10;
