import { platform } from '../../platform/platform.ts';
import { listNames } from '../../shared/format.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import { momentInWords } from '../../shared/zone-words.ts';
import { isEmbargoed } from '../events/embargo.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import type { CardWords } from './draw-gift-card.ts';

/** What a printed card says. */
export function cardWords(event: EventRecord): CardWords {
  const { recipients, creatorName, privateKey, deliverAt, timeZone, occasion } = event;
  return {
    names: listNames(recipients.map(({ firstName }) => firstName)),
    from: creatorName?.trim() ?? '',
    url: `${platform().config.appOrigin}/e/${privateKey}`,
    isQuiet: OCCASIONS[occasion].tone === 'quiet',
    opens: deliverAt && isEmbargoed(event) ? momentInWords(deliverAt, timeZone) : null,
  };
}
