import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { AppError } from '../platform/errors.ts';
import type { FoundPhoto } from '../shared/contracts/unsplash.ts';
import { withoutHidden } from '../shared/hidden-characters.ts';

/** Photos of one page of a search. */
const PER_PAGE = 18;
/** In milliseconds: for an answer of the API, and for a whole picture. */
const ANSWER_LIMIT = 5000;
const PICTURE_LIMIT = 30_000;
const ANSWER_MAX = 2 * 1024 * 1024;
const PICTURE_MAX = 30 * 1024 * 1024;
/** Longest side of a picture in pixels; films show less. */
const LONGEST_SIDE = 3000;
const REFERRAL = 'utm_source=vidday&utm_medium=referral';

export interface UnsplashConnection {
  accessKey: string;
  /** Where calls go: `https://api.unsplash.com`. */
  apiOrigin: string;
  /** Where pictures are fetched from: `https://images.unsplash.com`. */
  imageOrigin: string;
  /** Where browsers load small pictures from; the same, except for the sandbox. */
  thumbOrigin: string;
}

export const UNSPLASH = {
  apiOrigin: 'https://api.unsplash.com',
  imageOrigin: 'https://images.unsplash.com',
  thumbOrigin: 'https://images.unsplash.com',
} as const;

export interface PhotoCredit {
  author: string;
  /** The author’s page, with the referral that Unsplash asks for. */
  url: string;
  /** Unsplash itself, in the same way. */
  source: string;
}

/** A photo that was counted as a download, with its picture still to fetch. */
export interface ChosenPhoto {
  id: string;
  credit: PhotoCredit;
  /** Writes the picture to a file; returns its bytes. */
  save(path: string): Promise<number>;
}

export interface Unsplash {
  /** PROVIDER_DOWN when it refuses or does not answer. */
  search(words: string, page: number): Promise<{ photos: FoundPhoto[]; total: number; totalPages: number }>;
  /** FIELDS_REFUSED for another address than a photo’s download location; NOT_FOUND for a photo that is gone. */
  choose(downloadLocation: string): Promise<ChosenPhoto>;
}

const person = z.object({ name: z.string(), links: z.object({ html: z.string() }) });
const photo = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  width: z.number(),
  height: z.number(),
  color: z.string().nullish(),
  description: z.string().nullish(),
  alt_description: z.string().nullish(),
  urls: z.object({ thumb: z.string(), small: z.string(), regular: z.string() }),
  links: z.object({ download_location: z.string() }),
  user: person,
});
const results = z.object({ total: z.number().int(), total_pages: z.number().int(), results: z.array(photo) });
const download = z.object({ url: z.string() });

/**
 * Unsplash by its HTTP API (https://unsplash.com/documentation). Only the given origins are ever fetched, without
 * redirects, and answers and pictures have limits of size and time.
 */
export function createUnsplash({ accessKey, apiOrigin, imageOrigin, thumbOrigin }: UnsplashConnection): Unsplash {
  async function ask<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    try {
      const answer = await fetch(apiOrigin + path, {
        headers: { authorization: `Client-ID ${accessKey}`, 'accept-version': 'v1' },
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_LIMIT),
      });
      if (!answer.ok) throw refusalOf(answer);
      return schema.parse(JSON.parse(await limitedText(answer)));
    } catch (error) {
      throw error instanceof AppError ? error : away(error);
    }
  }

  async function save(url: URL, path: string): Promise<number> {
    url.searchParams.set('w', String(LONGEST_SIDE));
    url.searchParams.set('h', String(LONGEST_SIDE));
    for (const [name, value] of [
      ['fit', 'max'],
      ['fm', 'jpg'],
      ['q', '85'],
    ] as const) {
      url.searchParams.set(name, value);
    }
    try {
      const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PICTURE_LIMIT) });
      if (!answer.ok || !answer.body) throw refusalOf(answer);
      if (!answer.headers.get('content-type')?.startsWith('image/')) throw new Error('This is not a picture');
      let bytes = 0;
      await pipeline(
        answer.body,
        async function* (parts: AsyncIterable<Uint8Array>) {
          for await (const part of parts) {
            bytes += part.length;
            if (bytes > PICTURE_MAX) throw new Error('This picture is too large');
            yield part;
          }
        },
        createWriteStream(path),
      );
      return bytes;
    } catch (error) {
      throw error instanceof AppError ? error : away(error);
    }
  }

  return {
    async search(words, page) {
      const query = new URLSearchParams({
        query: words,
        page: String(page),
        per_page: String(PER_PAGE),
        content_filter: 'high',
      });
      const found = await ask(`/search/photos?${query}`, results);
      const photos = found.results.map(toFound).filter(({ urls }) => Object.values(urls).every(isAt(thumbOrigin)));
      return { photos, total: found.total, totalPages: found.total_pages };
    },

    async choose(downloadLocation) {
      const { id, path } = readLocation(downloadLocation, apiOrigin);
      const { user } = await ask(`/photos/${id}`, photo);
      // Unsplash asks that this address is called when a photo is used, and answers where its picture is.
      const { url } = await ask(path, download);
      if (!isAt(imageOrigin)(url)) throw away(new Error('The picture is at another host'));
      return { id, credit: creditOf(user), save: (to) => save(new URL(url), to) };
    },
  };
}

/** The id in a download location, and the path to call: nothing else of what a visitor sent. */
function readLocation(given: string, apiOrigin: string): { id: string; path: string } {
  const url = URL.canParse(given) ? new URL(given) : null;
  const id = /^\/photos\/([A-Za-z0-9_-]{1,64})\/download$/.exec(url?.pathname ?? '')?.[1];
  if (!url || url.origin !== apiOrigin || url.username || url.password || !id) {
    const message = 'This is not a photo from Unsplash. Choose one from the search.';
    throw new AppError('FIELDS_REFUSED', { message, fields: { downloadLocation: message } });
  }
  const ixid = url.searchParams.get('ixid');
  return { id, path: `/photos/${id}/download${ixid ? `?${new URLSearchParams({ ixid })}` : ''}` };
}

function isAt(origin: string) {
  return (url: string) => URL.canParse(url) && new URL(url).origin === origin;
}

function toFound(found: z.output<typeof photo>): FoundPhoto {
  const { id, width, height, color, urls, links, user } = found;
  const { author, url } = creditOf(user);
  return {
    id,
    description: plain(found.alt_description ?? found.description ?? ''),
    width,
    height,
    color: /^#[0-9a-f]{6}$/i.test(color ?? '') ? (color ?? '') : '#cccccc',
    urls: { thumb: urls.small, regular: urls.regular },
    author: { name: author, url },
    downloadLocation: links.download_location,
  };
}

function creditOf({ name, links }: z.output<typeof person>): PhotoCredit {
  const home = isAt('https://unsplash.com')(links.html) ? new URL(links.html).pathname : '/';
  return {
    author: plain(name) || 'An Unsplash photographer',
    url: `https://unsplash.com${home}?${REFERRAL}`,
    source: `https://unsplash.com/?${REFERRAL}`,
  };
}

function plain(text: string): string {
  return withoutHidden(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 120);
}

async function limitedText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > ANSWER_MAX) throw new Error('Unsplash answered too much');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function refusalOf({ status, headers }: Response): AppError {
  const cause = new Error(`Unsplash answered ${status}`);
  if (status === 404) return new AppError('NOT_FOUND', { message: 'This photo is no longer on Unsplash.', cause });
  // A spent hourly limit is a 403 too.
  if (status === 403 && headers.get('x-ratelimit-remaining') === '0') {
    const message = 'Many people are looking for photos right now. Please try again in an hour.';
    return new AppError('PROVIDER_DOWN', { message, details: { retryAfter: 3600 }, cause });
  }
  return away(cause);
}

function away(cause: unknown): AppError {
  const message = 'Unsplash isn’t answering right now. Please try again in a few minutes.';
  return new AppError('PROVIDER_DOWN', { message, cause });
}
