import { judgeFile } from '../../../src/shared/file-limits.ts';
import { ITEMS_PER_CONTRIBUTOR } from '../../../src/shared/limits.ts';
import { fingerprintOf } from './fingerprint.ts';
import { randomId } from './local-records.ts';
import { isOpen, type UploadItem } from './upload-item.ts';

/** Result for a chosen file: a new item, an existing one to resume, or a message. */
export type Choice =
  | { does: 'add'; item: UploadItem }
  | { does: 'carry-on'; item: UploadItem }
  | { does: 'ask-again'; twin: UploadItem; item: UploadItem }
  | { does: 'nothing'; notice: string };

/** Checks a file before the upload. Reads a few samples of it, never the whole. */
export async function chooseFile(
  event: string,
  file: File,
  items: readonly UploadItem[],
  options: NewItemOptions,
): Promise<Choice> {
  const item = newItem(event, file, options);
  const { kind, refusal } = judgeFile({ name: file.name, size: file.size, type: file.type });
  if (kind && kind !== 'unknown') item.kind = kind;
  if (refusal) return { does: 'add', item: { ...item, phase: 'failed', problem: refusal } };
  try {
    item.fingerprint = await fingerprintOf(file);
  } catch {
    const message = `We couldn’t read “${file.name}”. If it’s in the cloud, download it first.`;
    return { does: 'add', item: { ...item, phase: 'failed', problem: { code: 'FILE_UNREADABLE', message } } };
  }
  const twin = items.find((other) => other.fingerprint === item.fingerprint);
  if (twin?.phase === 'failed') return { does: 'carry-on', item: twin };
  if (twin?.phase === 'in') return { does: 'ask-again', twin, item };
  if (twin) return { does: 'nothing', notice: `“${file.name}” is already here.` };
  if (
    items.filter((other) => isOpen(other) || (other.phase === 'in' && !other.media?.isGone)).length >=
    ITEMS_PER_CONTRIBUTOR
  ) {
    return { does: 'nothing', notice: `You can add ${ITEMS_PER_CONTRIBUTOR} items at most.` };
  }
  return { does: 'add', item };
}

/**
 * The clip that the next item replaces: the wanted one, until an item here does that which is neither refused nor discarded.
 * @param wanted its receipt key
 */
export function stillToReplace(
  wanted: string | null,
  items: readonly UploadItem[],
  discarded: readonly string[],
): string | null {
  const isTaken = items.some(
    ({ id, replaces, phase }) => replaces === wanted && phase !== 'failed' && !discarded.includes(id),
  );
  return isTaken ? null : wanted;
}

export interface NewItemOptions {
  replaces?: string;
  isRecorded?: boolean;
  /** Key of the invitation by which the page was opened. */
  invitation?: string;
  now: number;
}

export function newItem(
  event: string,
  from: { name: string; size: number; type: string },
  { replaces, isRecorded = false, invitation, now }: NewItemOptions,
): UploadItem {
  return {
    id: randomId(),
    event,
    kind: 'video',
    name: from.name,
    size: from.size,
    type: from.type,
    fingerprint: '',
    text: null,
    replaces: replaces ?? null,
    ...(invitation && { invitation }),
    isRecorded,
    signed: null,
    isNews: false,
    phase: 'waiting',
    sent: 0,
    uploadUrl: null,
    problem: null,
    receipt: null,
    media: null,
    kept: false,
    safe: null,
    createdAt: now,
  };
}
