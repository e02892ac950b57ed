import { defineFeature } from '../../platform/manifest/feature.ts';
import { giftTexts } from '../events/events.parts.ts';
import { textLost } from '../texts/domain-events.ts';
import { reachesByText } from '../texts/text-stops.service.ts';
import { enqueueGift, giftProblems, recipientTextLost, takeGift, wantsGift } from './gift-texts.ts';

/** Gifts that go to recipients’ phones as a text. */
export const giftsByText = defineFeature({
  name: 'gift-texts',
  onEvent: [textLost.does(recipientTextLost)],
  provides: () => [
    giftTexts.is({
      isOn: reachesByText,
      problems: giftProblems,
      isWanted: wantsGift,
      take: takeGift,
      enqueue: enqueueGift,
    }),
  ],
});
