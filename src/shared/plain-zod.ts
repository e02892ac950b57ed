import { config } from 'zod';

// In a page the content policy refuses and reports the `new Function` that zod would compile its checks with. Its plain
// way does for the little that a page checks. Has to run before the first schema is made.
if (typeof document !== 'undefined') config({ jitless: true });
