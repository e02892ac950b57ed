import { defineFeature } from '../../platform/manifest/feature.ts';
import { exempt } from '../../platform/manifest/personal-data.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { credentialJobs } from './job-types.ts';
import { linkWork } from './mailed-links.service.ts';
import { forgetTokens } from './one-time-tokens.service.ts';

/** Proofs of identity in one step: passwords and mailed links. */
export const credentials = defineFeature({
  name: 'credentials',
  jobs: handles(credentialJobs, { link: linkWork }),
  accountData: {
    fields: { 'one_time_tokens.email': exempt('Short-lived; goes with the account or when the link expires.') },
    purge: ({ userId }) => forgetTokens(userId),
  },
});
