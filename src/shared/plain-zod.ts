import { config } from 'zod';

// The content policy of pages forbids `new Function`, which zod uses to compile checks. Must run before the first
// schema is created.
if (typeof document !== 'undefined') config({ jitless: true });
