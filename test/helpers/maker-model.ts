import type { Printer } from '../../src/integrations/lob.ts';
import { AppError } from '../../src/platform/errors.ts';

/** What happens to the next order: no answer, one that is lost after the work was done, or a refusal. */
export type MakerMood = 'fine' | 'lost' | 'unheard' | 'sold-out' | 'nowhere';

/** A maker in memory, for sequences; `sandbox/workshop.ts` speaks the makers’ protocols. */
export interface MakerModel extends Printer {
  /** Ids of what it has taken. */
  taken(): string[];
}

/** @param mood asked for each order */
export function makerModel(mood: () => MakerMood): MakerModel {
  const orders = new Set<string>();
  const down = () => new AppError('PROVIDER_DOWN', { message: 'The maker is away.' });
  return {
    isSandbox: true,
    async submit({ id }) {
      const now = mood();
      if (now === 'lost') throw down();
      if (!orders.has(id) && now === 'nowhere') return { state: 'refused', why: 'address', message: 'Nobody there' };
      if (!orders.has(id) && now === 'sold-out') return { state: 'refused', why: 'stock', message: 'Sold out' };
      orders.add(id);
      if (now === 'unheard') throw down();
      return { state: 'taken', makerId: `made-${id}` };
    },
    look: async () => null,
    readWebhook: () => null,
    taken: () => [...orders],
  };
}
