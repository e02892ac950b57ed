import { join } from 'node:path';
import { startWeb } from '../../../src/app/start-web.ts';
import { MediaModel } from '../../../src/features/media/media.model.ts';
import { UploadModel, type UploadRecord } from '../../../src/features/media/uploads/upload.model.ts';
import type { Config } from '../../../src/platform/config.ts';
import { testConfig, testLog } from '../../helpers/app-config.ts';
import { eventually } from '../../helpers/eventually.ts';
import { builtAssets } from '../../helpers/web-app.ts';

export interface ContributionSite {
  /** The web process itself, past any weak line. */
  origin: string;
  config: Config;
  /** Path of an event's page for contributors. */
  newEvent(): Promise<{ path: string; uuid: string; id: string }>;
  uploadsOf(uuid: string): Promise<UploadRecord[]>;
  /** What became of the only clip of an event, once a worker is done with it, such as `ready`. */
  outcomeOf(eventId: string): Promise<string>;
  /** Where the bytes of a claimed upload lie. */
  originalOf(eventId: string, upload: UploadRecord): string;
  close(): Promise<void>;
}

/**
 * The web process with all pages, from sources, on a database of its own; clips are taken in, but nothing prepares them.
 * @param appOrigin what browsers open, such as a weak line in front
 */
export async function startContributionSite(appOrigin: string): Promise<ContributionSite> {
  const config = await testConfig({ APP_ORIGIN: appOrigin });
  const web = await startWeb({ config, log: testLog(), assets: await builtAssets(), checkAnswers: true });
  const origin = `http://127.0.0.1:${web.port}`;
  return {
    origin,
    config,
    async newEvent() {
      const answer = await fetch(`${origin}/api/event`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          occasion: 'birthday',
          recipients: [{ firstName: 'Ruth' }],
          prompts: ['What did she teach you?'],
        }),
      });
      const { data } = await answer.json();
      return { path: `/e/${data.uuid}`, uuid: data.uuid, id: data.id };
    },
    uploadsOf: (uuid) => UploadModel.find({ event: uuid }).lean(),
    outcomeOf: (eventId) =>
      eventually('the clip to be prepared', async () => {
        const clip = await MediaModel.findOne({ eventId }).lean();
        return clip?.status !== 'processing' && clip?.status;
      }),
    originalOf: (eventId, upload) => join(config.varDir, 'files', 'originals', eventId, upload.mediaId ?? ''),
    close: web.close,
  };
}
