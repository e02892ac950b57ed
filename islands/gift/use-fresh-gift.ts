import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { freshPage } from '../runtime/fresh-page.ts';
import type { GiftProps } from './gift-props.ts';

/** The props of the gift, of which `renew` gets those with addresses again, as they expire some hours after the page was made. */
export function useFreshGift<P extends GiftProps>(props: P): { gift: P; renew(): Promise<boolean> } {
  const [fresh, setFresh] = useState<Partial<GiftProps>>({});

  /** Rendered at once, so that a tap can play it. Returns whether there was an answer; else everything stays as it is. */
  const renew = useCallback(async () => {
    const found = await freshPage(location.href)
      .then(giftOn)
      .catch(() => null);
    if (!found) return false;
    const { film, people, downloadUrl, otherDownloads } = found;
    flushSync(() => setFresh({ film, people, downloadUrl, otherDownloads }));
    return true;
  }, []);

  return { gift: { ...props, ...fresh }, renew };
}

/** The props of the gift among those of the page's islands. */
function giftOn(page: Document | null): GiftProps | null {
  for (const { dataset } of page?.querySelectorAll<HTMLElement>('vd-island[data-props]') ?? []) {
    const found: Partial<GiftProps> = JSON.parse(dataset.props ?? '{}');
    if (found.film && found.people) return found as GiftProps;
  }
  return null;
}
