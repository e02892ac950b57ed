import { UPLOAD } from '../../../src/shared/limits.ts';
import type { BlobStore } from './blob-store.ts';
import type { addClip } from './clip-api.ts';
import { fileUnreadable, UploadProblem } from './problem.ts';
import type { QueueState } from './queue-state.ts';
import { createSpeedMeter } from './speed.ts';
import type { transfer } from './transfer.ts';
import { type UploadItem, uploadIdOf } from './upload-item.ts';

export interface SendDeps {
  state: QueueState;
  blobs: BlobStore;
  /** Files chosen in this tab; after a reload they are read from IndexedDB. */
  memory: Map<string, Blob>;
  owner(): string;
  transfer: typeof transfer;
  addClip: typeof addClip;
  now(): number;
}

/**
 * Sends an item from its current phase: uploads a draft, adds a submitted one to the event. One whose words are refused
 * is a draft again. Throws an `UploadProblem`, or the signal's reason.
 */
export async function sendItem(item: UploadItem, deps: SendDeps, signal: AbortSignal): Promise<void> {
  if (item.kind !== 'text') await sendBytes(item, deps, signal);
  await enter(item.id, deps, signal);
}

async function sendBytes(item: UploadItem, deps: SendDeps, signal: AbortSignal): Promise<void> {
  const { state } = deps;
  if (item.uploadUrl && item.sent === item.size) return;
  const blob = deps.memory.get(item.id) ?? (await deps.blobs.get(item.id));
  signal.throwIfAborted();
  if (!blob || blob.size !== item.size) {
    const message = 'The file was lost when the page closed. Choose it again to carry on.';
    throw new UploadProblem('final', 'FILE_GONE', message);
  }
  state.update(item.id, { phase: 'sending', problem: null });
  const meter = createSpeedMeter();
  try {
    const uploadUrl = await deps.transfer(
      {
        blob,
        filename: item.name,
        filetype: item.type,
        event: item.event,
        invitation: item.invitation,
        owner: deps.owner(),
        uploadUrl: item.uploadUrl,
        onUrl: (url) => state.update(item.id, { uploadUrl: url }),
        onProgress(sent) {
          const at = deps.now();
          meter.note(sent, at);
          state.setLive(item.id, { sent, speed: meter.speed(), at });
        },
        onAcknowledged: (sent) => state.update(item.id, { sent }),
      },
      signal,
    );
    state.update(item.id, { uploadUrl, sent: item.size });
  } catch (error) {
    throw (await whereFileIsGone(error, item, blob, deps)) ?? error;
  } finally {
    state.setLive(item.id, null);
  }
}

/**
 * Browsers report an unreadable file (changed in the cloud, or its handle revoked) like a network error. Use the copy
 * in IndexedDB; without one, fail.
 */
async function whereFileIsGone(
  error: unknown,
  item: UploadItem,
  blob: Blob,
  deps: SendDeps,
): Promise<UploadProblem | null> {
  if (!(error instanceof UploadProblem) || error.remedy !== 'network') return null;
  const { safe, sent } = deps.state.find(item.id) ?? item;
  const isReadable = await blob
    .slice(sent, sent + 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
  if (isReadable) return null;
  deps.memory.delete(item.id);
  return safe === true ? null : fileUnreadable();
}

async function enter(id: string, { state, addClip }: SendDeps, signal: AbortSignal): Promise<void> {
  const item = state.find(id);
  if (!item) return;
  if (!item.signed) {
    state.update(id, { phase: 'uploaded', problem: null });
    return;
  }
  state.update(id, { phase: 'adding', problem: null });
  const what =
    item.kind === 'text'
      ? { kind: 'text' as const, text: item.text ?? '' }
      : { uploadId: uploadIdOf(item.uploadUrl ?? '') };
  const replaces = item.replaces ? { replaces: item.replaces } : {};
  const invited = item.invitation ? { invitation: item.invitation } : {};
  const { name, email, with: others } = item.signed;
  const contributor = { name, ...(email && { email }), ...(others.length > 0 && { with: [...others] }) };
  try {
    const receipt = await addClip({ event: item.event, ...what, ...replaces, ...invited, contributor }, id, signal);
    const { status, checks, error, posterUrl, length } = receipt.media;
    state.update(id, {
      phase: 'in',
      receipt: { mediaId: receipt.media.id, key: receipt.receiptKey, url: receipt.receiptUrl },
      media: { status, checks, error, posterUrl, length },
      problem: null,
    });
  } catch (error) {
    if (!(error instanceof UploadProblem)) throw error;
    const { code, message, fields } = error;
    if (code === 'FIELDS_REFUSED') {
      // The sender can correct a name or an address, and the recording may exist nowhere else.
      state.update(id, { signed: null, phase: 'uploaded', problem: null });
      state.set({ notice: Object.values(fields)[0] ?? message });
      return;
    }
    // Already added: by an attempt whose answer was lost, or as the same file before.
    if (!ALREADY_IN.has(code)) throw error;
    state.update(id, { phase: 'in', problem: { code, message } });
  }
}

const ALREADY_IN = new Set(['DUPLICATE', 'UPLOAD_USED']);

/** Concurrent uploads. */
export const PARALLEL = UPLOAD.parallel;
