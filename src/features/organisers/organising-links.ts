import { platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/sealed.ts';
import { ORGANISE_PATH } from '../../shared/contracts/organisers.ts';
import { ORGANISING_LINK } from '../../shared/limits.ts';
import { OrganisingModel, type StoredOrganising } from './organising.model.ts';

const PURPOSE = 'organising';
const ID = /^[0-9a-f]{24}$/;

/** URL of the invitation's page. It says nothing about address or event. */
export function organisingUrl({ _id, nonce }: Pick<StoredOrganising, '_id' | 'nonce'>): string {
  const { appOrigin, sessionSecret } = platform().config;
  return `${appOrigin}${ORGANISE_PATH.replace(':token', seal(sessionSecret, PURPOSE, `${String(_id)}\n${nonce}`))}`;
}

/** The invitation of a link; null for a wrong one, and after it was removed or mailed again. */
export async function organisingOf(token: string): Promise<StoredOrganising | null> {
  const text = token.length < 400 ? unseal(platform().config.sessionSecret, PURPOSE, token) : null;
  const [id = '', nonce = ''] = (text ?? '').split('\n');
  if (!ID.test(id)) return null;
  return OrganisingModel.findOne({ _id: id, nonce }).lean<StoredOrganising>();
}

export function isOver({ sentAt }: Pick<StoredOrganising, 'sentAt'>, now = Date.now()): boolean {
  return sentAt.getTime() + ORGANISING_LINK < now;
}
