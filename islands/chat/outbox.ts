import { newUuid } from '../../src/shared/idempotency.ts';
import { isPassing, isRefused, reasonOf } from '../runtime/api.ts';

/** A message that is not confirmed by the server. */
export interface Unsent {
  clientId: string;
  text: string;
  /** Why it was refused; null while it is being sent. */
  refusal: string | null;
}

/** Why messages wait: offline, or rate limited. Retried automatically. */
export type Stuck = 'line' | 'busy' | null;

export interface OutboxOptions {
  initial?: readonly Unsent[];
  /** Sends one message; must be idempotent. */
  send(message: Unsent): Promise<void>;
  onChange(unsent: readonly Unsent[], stuck: Stuck): void;
}

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Sends messages in order until confirmed; each has an id, so retries are idempotent. Refused ones stay with the reason
 * until their writer retries or discards them.
 */
export function createOutbox({ initial = [], send, onChange }: OutboxOptions) {
  let unsent: Unsent[] = [...initial];
  let isSending = false;
  let stuck: Stuck = null;
  let isStopped = false;
  let pause = FIRST_PAUSE;
  let wake: (() => void) | null = null;

  const change = (next: Unsent[]) => {
    unsent = next;
    onChange(unsent, stuck);
  };
  const remove = (clientId: string) => change(unsent.filter((each) => each.clientId !== clientId));

  async function run(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (;;) {
      const next = unsent.find(({ refusal }) => refusal === null);
      if (!next || isStopped) break;
      try {
        await send(next);
        pause = FIRST_PAUSE;
        stuck = null;
        remove(next.clientId);
      } catch (error) {
        if (isPassing(error)) await waitFor(error);
        else refuse(next, reasonOf(error));
      }
    }
    isSending = false;
  }

  function refuse(message: Unsent, words: string): void {
    stuck = null;
    change(unsent.map((each) => (each.clientId === message.clientId ? { ...each, refusal: words } : each)));
  }

  /** Resolves after the delay, or when the connection is back. */
  async function waitFor(error: unknown): Promise<void> {
    stuck = isRefused(error) ? 'busy' : 'line';
    change(unsent);
    const asked = isRefused(error) ? Number(error.details.retryAfter ?? 0) * 1000 : 0;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, Math.max(asked, pause * (0.75 + Math.random() / 2)));
      wake = () => {
        clearTimeout(timer);
        done();
      };
      window.addEventListener('online', wake);
    });
    if (wake) window.removeEventListener('online', wake);
    wake = null;
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  return {
    /** Sends messages left from an earlier page. */
    resume: () => void run(),
    add(text: string): void {
      change([...unsent, { clientId: newUuid(), text, refusal: null }]);
      void run();
    },
    retry(clientId: string): void {
      change(unsent.map((each) => (each.clientId === clientId ? { ...each, refusal: null } : each)));
      void run();
    },
    remove,
    /** Retries at once. */
    wake: () => wake?.(),
    stop(): void {
      isStopped = true;
      wake?.();
    },
  };
}
