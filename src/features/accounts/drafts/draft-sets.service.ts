import type { Carried, Viewer } from '../../../shared/viewer.ts';
import type { TokenData } from '../credentials/one-time-token.model.ts';

export const NOTHING: Carried = { preparedEventIds: [], contributedMediaIds: [] };

/** What goes along with a link that is mailed to who asks for it here; nothing of who is signed in, as it is theirs already. */
export function carriedBy(viewer: Viewer): Carried {
  if (viewer.user) return NOTHING;
  return { preparedEventIds: viewer.preparedEventIds, contributedMediaIds: viewer.contributedMediaIds ?? [] };
}

/** Both without what is in them twice. */
export function together(a: Carried, b: Carried): Carried {
  return {
    preparedEventIds: [...new Set([...a.preparedEventIds, ...b.preparedEventIds])],
    contributedMediaIds: [...new Set([...a.contributedMediaIds, ...b.contributedMediaIds])],
  };
}

/** What of `a` is not in `b`. */
export function without(a: Carried, b: Carried): Carried {
  return {
    preparedEventIds: a.preparedEventIds.filter((id) => !b.preparedEventIds.includes(id)),
    contributedMediaIds: a.contributedMediaIds.filter((id) => !b.contributedMediaIds.includes(id)),
  };
}

/** As a mailed link's token keeps it. */
export function carriedToToken(carried: Carried): { preparedEventIds: string[]; contributed: string[] } {
  return { preparedEventIds: [...carried.preparedEventIds], contributed: [...carried.contributedMediaIds] };
}

export function carriedByToken(data: TokenData): Carried {
  return { preparedEventIds: listOf(data.preparedEventIds), contributedMediaIds: listOf(data.contributed) };
}

function listOf(value: string | string[] | undefined): string[] {
  return Array.isArray(value) ? value : [];
}
