import type { Printer } from '../../src/integrations/lob.ts';
import type { MakerNews } from '../../src/integrations/makers.ts';
import { AppError } from '../../src/platform/errors.ts';

/** What happens to the next order: no answer, one that is lost after the work was done, or a refusal. */
export type MakerMood = 'fine' | 'lost' | 'unheard' | 'sold-out' | 'nowhere';

type Step = MakerNews['status'];
const STEPS: readonly (Step | null)[] = [null, 'inProduction', 'shipped', 'delivered'];

/** A maker in memory, for sequences; `sandbox/workshop.ts` speaks the makers’ protocols. */
export interface MakerModel extends Printer {
  /** Ids of what it has taken. */
  taken(): string[];
  /** How it stands with one of them; null while nothing was done. */
  stepOf(id: string): Step | null;
  /** Moves one on, or fails at it: it can't be made, or comes back by post. Answers its report; null where it is over. */
  work(id: string, how: 'on' | 'fail'): MakerNews | null;
}

/** @param mood asked for each order */
export function makerModel(mood: () => MakerMood): MakerModel {
  const orders = new Map<string, { step: Step | null; why: MakerNews['why'] }>();
  const newsOf = (id: string): MakerNews | null => {
    const { step, why } = orders.get(id) ?? { step: null, why: null };
    return step && { id, status: step, why, trackingUrl: null };
  };
  const down = () => new AppError('PROVIDER_DOWN', { message: 'The maker is away.' });
  return {
    isSandbox: true,
    goesAbroad: true,
    async submit({ id }) {
      const now = mood();
      if (now === 'lost') throw down();
      if (!orders.has(id) && now === 'nowhere') return { state: 'refused', why: 'address', message: 'Nobody there' };
      if (!orders.has(id) && now === 'sold-out') return { state: 'refused', why: 'stock', message: 'Sold out' };
      if (!orders.has(id)) orders.set(id, { step: null, why: null });
      if (now === 'unheard') throw down();
      return { state: 'taken', makerId: `made-${id}` };
    },
    async look({ id }) {
      if (mood() === 'lost') throw down();
      return newsOf(id);
    },
    readWebhook: () => null,
    taken: () => [...orders.keys()],
    stepOf: (id) => orders.get(id)?.step ?? null,
    work(id, how) {
      const order = orders.get(id);
      if (!order || order.step === 'delivered' || order.step === 'failed') return null;
      const isPosted = order.step === 'shipped';
      const step = how === 'fail' ? 'failed' : (STEPS[STEPS.indexOf(order.step) + 1] ?? null);
      orders.set(id, { step, why: how === 'on' ? null : isPosted ? 'address' : 'other' });
      return newsOf(id);
    },
  };
}
