import type { Drafts, Viewer } from '../../shared/viewer.ts';

export const NO_DRAFTS: Drafts = { preparedEventIds: [], contributedMediaIds: [] };

/** What a link mailed from this browser carries to the account; nothing while signed in, as it has an owner already. */
export function draftsOf(viewer: Viewer): Drafts {
  if (viewer.user) return NO_DRAFTS;
  return { preparedEventIds: viewer.preparedEventIds, contributedMediaIds: viewer.contributedMediaIds ?? [] };
}

/** Both, without duplicates. */
export function unionOf(a: Drafts, b: Drafts): Drafts {
  return {
    preparedEventIds: [...new Set([...a.preparedEventIds, ...b.preparedEventIds])],
    contributedMediaIds: [...new Set([...a.contributedMediaIds, ...b.contributedMediaIds])],
  };
}

/** What of `a` is not in `b`. */
export function without(a: Drafts, b: Drafts): Drafts {
  return {
    preparedEventIds: a.preparedEventIds.filter((id) => !b.preparedEventIds.includes(id)),
    contributedMediaIds: a.contributedMediaIds.filter((id) => !b.contributedMediaIds.includes(id)),
  };
}

/** As stored in a mailed link's token. */
export function toTokenData(drafts: Drafts): { preparedEventIds: string[]; contributed: string[] } {
  return { preparedEventIds: [...drafts.preparedEventIds], contributed: [...drafts.contributedMediaIds] };
}

export function draftsInToken(data: Readonly<Record<string, string | string[]>>): Drafts {
  return { preparedEventIds: listOf(data.preparedEventIds), contributedMediaIds: listOf(data.contributed) };
}

function listOf(value: string | string[] | undefined): string[] {
  return Array.isArray(value) ? value : [];
}
