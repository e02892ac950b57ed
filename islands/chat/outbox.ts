import { newUuid } from '../../src/shared/idempotency.ts';
import { isPassing, isRefused, reasonOf } from '../runtime/api.ts';

/** A message that the server has not confirmed. */
export interface Unsent {
  clientId: string;
  text: string;
  /** Why it was refused; null while it is being sent. */
  refusal: string | null;
}

/** Why messages wait: the line is down, or there were too many at once. They are tried again by themselves. */
export type Stuck = 'line' | 'busy' | null;

export interface OutboxOptions {
  initial?: readonly Unsent[];
  /** Sends one message; may be called again with the same one. */
  send(message: Unsent): Promise<void>;
  onChange(unsent: readonly Unsent[], stuck: Stuck): void;
}

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Sends messages one after the other, each until it is confirmed: as it carries an id of its own, sending it again adds
 * nothing. What is refused for good stays, with the reason, until its writer sends it again or takes it away.
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

  /** Until the pause is over, or the line comes back. */
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
    /** Sends what is left from before. */
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
    /** Tries at once what waits for the line. */
    wake: () => wake?.(),
    stop(): void {
      isStopped = true;
      wake?.();
    },
  };
}
