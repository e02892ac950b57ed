import type { Texts } from '../../integrations/twilio.ts';
import { part } from '../../platform/part.ts';

/** SMS and WhatsApp messages. */
export const texts = part<Texts>('texts');
