import { type BlobStore, createBlobStore } from './blob-store.ts';
import { chooseFile, newItem } from './choose.ts';
import { addClip, readReceipt } from './clip-api.ts';
import { createClipWatch } from './clip-watch.ts';
import { createDurableRecords, type DurableRecords } from './durable-records.ts';
import { createFailures } from './failures.ts';
import { inOneTab } from './one-tab.ts';
import { listen } from './page-events.ts';
import { UploadProblem } from './problem.ts';
import { createQueueState, type QueueView } from './queue-state.ts';
import { PARALLEL, type SendDeps, sendItem } from './send-item.ts';
import { takeBack, transfer } from './transfer.ts';
import { type Contributor, isOpen, isReady, type Signature, type UploadItem } from './upload-item.ts';
import { createWakeLock } from './wake-lock.ts';

/** An upload without progress for this long, in milliseconds, is restarted when the connection is back. */
const STALE = 8000;
/** How long to wait while another tab sends an item, in milliseconds. */
const OTHER_TAB = 5000;
/** How long sending waits for what an earlier page has written down, in milliseconds. */
const TAKE_UP = 5000;

export interface UploadQueue {
  view(): QueueView;
  subscribe(listener: () => void): () => void;
  /** Loads and resumes earlier items; returns a function that stops the queue. */
  start(): () => void;
  /** Starts uploading at once; files become clips only with `send`. */
  addFiles(files: readonly File[], options?: { replaces?: string; isRecorded?: boolean }): Promise<void>;
  addText(text: string, options?: { replaces?: string }): void;
  /** Submits a draft, whatever its upload's progress. @param isNews whether to thank the sender when it is in */
  send(id: string, from: Signature, isNews: boolean): void;
  /** File of a pending item; null for texts, and if the browser lost it. */
  fileOf(id: string): Promise<Blob | null>;
  /** The sender's address, given after Send, for the items in the thanks. */
  giveEmail(email: string): void;
  /** The sender has been thanked for all completed items. */
  thanked(): void;
  pause(id: string): void;
  /** Resumes a paused, held or failed item. */
  resume(id: string): void;
  /** Removes an item and deletes its unfinished upload. */
  remove(id: string): void;
  /** The user has read the checks and keeps the clip. */
  keep(id: string): void;
  /** Remembers the contributor for the next clip. */
  setContributor(contributor: Contributor): void;
  dismissNotice(): void;
}

/**
 * The upload queue. Survives lost connections, closed tabs, restarted servers and concurrent tabs.
 * @param invitation key of the invitation by which the page was opened
 */
export function createQueue(
  event: string,
  invitation: string | undefined,
  records: DurableRecords = createDurableRecords(),
  blobs: BlobStore = createBlobStore(),
): UploadQueue {
  const invited = invitation ? { invitation } : {};
  const state = createQueueState(event, records);
  const memory = new Map<string, Blob>();
  const active = new Map<string, AbortController>();
  const failures = createFailures();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const wakeLock = createWakeLock();
  const watch = createClipWatch(state, readReceipt);
  const deps: SendDeps = {
    state,
    blobs,
    memory,
    owner: records.owner,
    transfer,
    addClip,
    now: () => performance.now(),
  };
  let running = false;
  let isTakenUp = false;

  function schedule(): void {
    if (!running || !isTakenUp) return;
    for (const item of state.view().items) {
      if (active.size >= PARALLEL) break;
      if (active.has(item.id) || timers.has(item.id)) continue;
      if (isReady(item)) void run(item.id);
    }
    wakeLock.want(active.size > 0);
  }

  async function run(id: string): Promise<void> {
    const ends = new AbortController();
    active.set(id, ends);
    let sentBefore = Number.POSITIVE_INFINITY;
    try {
      const ran = await inOneTab(id, async () => {
        // Another tab may have made progress since.
        state.reload((other) => active.has(other) && other !== id);
        const item = state.find(id);
        if (!item || !isReady(item)) return;
        sentBefore = item.sent;
        await sendItem(item, deps, ends.signal);
      });
      if (!ran) later(id, OTHER_TAB);
      if (state.find(id)?.phase === 'in') complete(id);
    } catch (error) {
      if (!ends.signal.aborted) fail(id, error, sentBefore);
    } finally {
      active.delete(id);
      schedule();
    }
  }

  function complete(id: string): void {
    const replaced = state.find(id)?.replaces;
    const old = replaced && state.view().items.find((item) => item.receipt?.key === replaced);
    if (old) state.drop(old.id);
    failures.forget(id);
    memory.delete(id);
    void blobs.remove(id);
    watch.poke();
  }

  /** @param sentBefore bytes that the server had when the attempt began */
  function fail(id: string, error: unknown, sentBefore: number): void {
    const problem =
      error instanceof UploadProblem ? error : new UploadProblem('later', 'UNKNOWN', 'Something went wrong.');
    const { code, message } = problem;
    const item = state.find(id);
    if (!item) return;
    const delay = failures.add(id, problem.remedy, item.sent > sentBefore);
    if (delay === null) {
      state.update(id, { phase: 'failed', problem: { code, message } });
      return;
    }
    if (problem.remedy === 'restart') state.update(id, { uploadUrl: null, sent: 0 });
    if (problem.remedy === 'resend') state.update(id, { sent: Math.min(item.sent, item.size - 1) });
    state.update(id, { phase: 'held', problem: { code, message } });
    later(id, delay);
  }

  function later(id: string, delay: number): void {
    clearTimeout(timers.get(id));
    const timer = setTimeout(() => {
      timers.delete(id);
      schedule();
    }, delay);
    timers.set(id, timer);
  }

  /** Retries at once: the connection is back or the page visible again. Earlier requests are probably dead. */
  function kick(): void {
    const { live } = state.view();
    for (const [id, ends] of active) if (live[id] && deps.now() - live[id].at > STALE) ends.abort();
    for (const [id, timer] of timers) {
      clearTimeout(timer);
      timers.delete(id);
      failures.forget(id);
    }
    schedule();
    watch.poke();
  }

  function release(id: string): void {
    active.get(id)?.abort();
    clearTimeout(timers.get(id));
    timers.delete(id);
    failures.forget(id);
  }

  async function keepFile(id: string, blob: Blob): Promise<void> {
    memory.set(id, blob);
    const safe = await blobs.put(id, blob);
    const item = state.find(id);
    if (item && item.phase !== 'in') state.update(id, { safe });
    else await blobs.remove(id);
  }

  async function addFile(file: File, options: { replaces?: string; isRecorded?: boolean }): Promise<void> {
    const choice = await chooseFile(event, file, state.view().items, { ...options, ...invited, now: Date.now() });
    if (choice.does === 'nothing') return state.set({ notice: choice.notice });
    if (choice.does === 'ask-again' && !(await isGone(choice.twin))) {
      return state.set({ notice: `“${file.name}” is already in.` });
    }
    if (choice.does === 'ask-again') state.drop(choice.twin.id);
    if (choice.does === 'carry-on') state.update(choice.item.id, { phase: 'waiting', problem: null, safe: null });
    else state.add(choice.item);
    if (choice.item.phase === 'failed' && choice.does === 'add') return;
    void keepFile(choice.item.id, file);
    schedule();
  }

  /**
   * Restores entries lost from local storage, starts sending, and deletes unreferenced files. Sending writes down how far it
   * is, so it would overwrite a copy that knows more: whether Send was pressed.
   */
  async function takeUp(): Promise<void> {
    const restoring = records.restore().then((anything) => {
      if (!anything) return;
      state.reload((id) => active.has(id));
      schedule();
    });
    await Promise.race([restoring, new Promise((resolve) => setTimeout(resolve, TAKE_UP))]);
    isTakenUp = true;
    if (running) kick();
    await restoring;
    await blobs.keepOnly(() => new Set([...records.idsWithFile(), ...memory.keys()]));
  }

  /** Whether the earlier clip was withdrawn, so that its file may be sent again. */
  async function isGone(twin: UploadItem): Promise<boolean> {
    if (!twin.receipt) return false;
    try {
      const { media } = await readReceipt(twin.receipt.key, new AbortController().signal);
      return media.deletedAt !== null || media.status === 'failed';
    } catch (error) {
      return error instanceof UploadProblem && error.remedy === 'restart';
    }
  }

  return {
    view: state.view,
    subscribe: state.subscribe,
    start() {
      running = true;
      state.reload(() => false);
      state.set({ online: navigator.onLine });
      const stopListening = listen({
        onLine(online) {
          state.set({ online });
          if (online) kick();
        },
        onBack: kick,
        onOtherTab: () => state.reload((id) => active.has(id)),
        isUnsafe: () => state.view().items.some(isOpen),
      });
      void takeUp();
      return () => {
        running = false;
        stopListening();
        watch.stop();
        wakeLock.want(false);
        for (const id of [...active.keys()]) release(id);
      };
    },
    async addFiles(files, options = {}) {
      for (const file of files) await addFile(file, options);
    },
    addText(text, options = {}) {
      const name = text.split('\n')[0]?.slice(0, 60) ?? '';
      const item = newItem(event, { name, size: 0, type: '' }, { ...options, ...invited, now: Date.now() });
      state.add({ ...item, kind: 'text', text, fingerprint: `text|${item.id}`, safe: true });
      schedule();
    },
    send(id, from, isNews) {
      state.update(id, { signed: from, isNews });
      schedule();
    },
    fileOf: async (id) => memory.get(id) ?? (await blobs.get(id)),
    giveEmail(email) {
      for (const { id, isNews, signed } of state.view().items) {
        if (isNews && signed) state.update(id, { signed: { ...signed, email } });
      }
      this.setContributor({ ...state.view().contributor, email });
    },
    thanked() {
      for (const { id, phase, isNews } of state.view().items) {
        if (isNews && phase === 'in') state.update(id, { isNews: false });
      }
    },
    pause(id) {
      release(id);
      state.update(id, { phase: 'paused', problem: null });
    },
    resume(id) {
      release(id);
      state.update(id, { phase: 'waiting', problem: null });
      schedule();
    },
    remove(id) {
      const item = state.find(id);
      release(id);
      state.drop(id);
      memory.delete(id);
      void blobs.remove(id);
      if (item?.uploadUrl && item.phase !== 'in') void takeBack(item.uploadUrl, deps.owner());
      schedule();
    },
    keep: (id) => state.update(id, { kept: true }),
    setContributor(contributor) {
      records.saveContributor(contributor);
      state.set({ contributor });
    },
    dismissNotice: () => state.set({ notice: null }),
  };
}
