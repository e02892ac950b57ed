import { Button } from '../../views/ui/button.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { isRendering, whyNotPublish } from './studio-state.ts';
import type { Studio } from './use-studio.ts';

/** Warns that the published film contains a clip that was withdrawn or taken out by staff, and offers to publish again. */
export function WithdrawnNotice({ studio }: { studio: Studio }) {
  const { event, render } = studio;
  if (isRendering(render)) return null;
  const canPublish = whyNotPublish(event) === null;
  return (
    <Banner
      tone="warn"
      role="status"
      title="The film still shows a clip that shouldn’t be in it"
      action={
        canPublish && (
          <Button size="small" onClick={() => void studio.publish()}>
            Publish again
          </Button>
        )
      }
    >
      {canPublish
        ? 'Publish again to make a new version without it.'
        : 'Add another clip, then publish again to make a new version without it.'}
    </Banner>
  );
}
