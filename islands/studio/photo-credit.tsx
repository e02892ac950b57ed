import type { Media } from '../../src/shared/contracts/media.ts';

/** Who made a photo and where it is from, with links as Unsplash asks for. */
export function PhotoCredit({ author, url, source }: NonNullable<Media['attribution']>) {
  return (
    <>
      Photo by{' '}
      <a href={url} target="_blank" rel="noreferrer">
        <bdi>{author}</bdi>
      </a>{' '}
      on{' '}
      <a href={source} target="_blank" rel="noreferrer">
        Unsplash
      </a>
    </>
  );
}
