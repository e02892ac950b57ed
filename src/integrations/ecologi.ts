import * as z from 'zod';
import { AppError } from '../platform/errors.ts';

const ANSWER_LIMIT = 20_000;
export const ECOLOGI_URL = 'https://public.ecologi.com';

export interface EcologiConnection {
  apiKey: string;
  url: string;
  /** Milliseconds. Default: 20 seconds. */
  answerLimit?: number;
}

export interface TreeOrder {
  /** The same key is planted once. */
  key: string;
  quantity: number;
  /** Shown on the partner’s page. */
  name: string;
}

/** Who plants trees. */
export interface TreePlanting {
  isSandbox: boolean;
  /** Where the trees can be seen. PROVIDER_DOWN where it has to be asked again with the same key. */
  plant(order: TreeOrder): Promise<{ treeUrl: string | null }>;
}

const planted = z.object({ treeUrl: z.string().nullish() });

/** Trees by Ecologi’s Impact API (https://docs.ecologi.com): `POST /impact/trees` with an `Idempotency-Key`. */
export function createTreePlanting({ apiKey, url, answerLimit = ANSWER_LIMIT }: EcologiConnection): TreePlanting {
  return {
    isSandbox: url !== ECOLOGI_URL,
    async plant({ key, quantity, name }) {
      try {
        const answer = await fetch(`${url}/impact/trees`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${apiKey}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify({ number: quantity, name }),
          redirect: 'error',
          signal: AbortSignal.timeout(answerLimit),
        });
        if (!answer.ok) throw new Error(`Ecologi answered ${answer.status}`);
        const { treeUrl } = planted.parse(await answer.json());
        return { treeUrl: treeUrl?.startsWith('https://') ? treeUrl : null };
      } catch (error) {
        throw new AppError('PROVIDER_DOWN', { message: 'The trees couldn’t be ordered yet.', cause: error });
      }
    },
  };
}
