import { NewsModel, type StoredNews } from './news.model.ts';
import { shownNews } from './shown-news.ts';

const BATCH = 200;

/** All news of a user, oldest first, for the data export. */
export async function* exportNews(userId: string): AsyncGenerator<object> {
  let batch: StoredNews[] = [];
  const cursor = NewsModel.find({ userId }).sort({ at: 1, _id: 1 }).lean<StoredNews[]>().cursor();
  for await (const each of cursor as AsyncIterable<StoredNews>) {
    batch.push(each);
    if (batch.length < BATCH) continue;
    yield* await exported(batch);
    batch = [];
  }
  yield* await exported(batch);
}

async function exported(batch: readonly StoredNews[]): Promise<object[]> {
  return (await shownNews(batch)).map(({ type, title, text, createdAt, seenAt, readAt }) => ({
    type,
    title,
    text,
    createdAt,
    seenAt,
    readAt,
  }));
}
