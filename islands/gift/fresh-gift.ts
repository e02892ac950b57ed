import { useEffect, useRef } from 'react';
import { freshPage } from '../runtime/fresh-page.ts';
import { whenStale } from '../runtime/when-stale.ts';
import type { GiftProps } from './gift-props.ts';

/** The parts of a gift with addresses of files, which expire some hours after the page was made. */
export type GiftFiles = Pick<GiftProps, 'film' | 'people' | 'downloadUrl' | 'otherDownloads'>;

/** Asks the page for addresses that work; null without an answer. */
export async function freshGift(): Promise<GiftFiles | null> {
  const page = await freshPage(location.href).catch(() => null);
  for (const { dataset } of page?.querySelectorAll<HTMLElement>('vd-island[data-props]') ?? []) {
    const { film, people, downloadUrl, otherDownloads }: GiftProps = JSON.parse(dataset.props ?? '{}');
    if (film && people) return { film, people, downloadUrl, otherDownloads };
  }
  return null;
}

interface RenewalProps {
  /** A film that plays is left alone. */
  isPlaying: boolean;
  onFresh(files: GiftFiles): void;
}

/** Renews the gift of a tab that has been open for hours. Shows nothing. */
export function Renewal(props: RenewalProps): null {
  const latest = useRef(props);
  latest.current = props;
  useEffect(
    () =>
      whenStale(async () => {
        const files = latest.current.isPlaying ? null : await freshGift();
        if (files) latest.current.onFresh(files);
        return files !== null;
      }),
    [],
  );
  return null;
}
