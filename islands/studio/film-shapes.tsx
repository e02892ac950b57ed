import { useEffect, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { openCart } from '../../src/shared/contracts/carts.ts';
import {
  cancelRenderJob,
  latestRenderJob,
  type PublishedMedia,
  publish,
  type RenderJob,
} from '../../src/shared/contracts/films.ts';
import { FILM_SHAPES, type FilmShape, SHAPE_KINDS, SHAPE_WORDS } from '../../src/shared/film-shapes.ts';
import { Button, ButtonLink } from '../../views/ui/button.tsx';
import { List } from '../../views/ui/list.tsx';
import { Progress } from '../../views/ui/progress.tsx';
import { api } from '../runtime/api.ts';
import { isRendering } from './studio-state.ts';
import type { Studio } from './use-studio.ts';

/** The film in other shapes: made on request, beside the film. */
export function FilmShapes({ studio, film }: { studio: Studio; film: PublishedMedia }) {
  return (
    <section className="film-shapes" aria-labelledby="film-shapes">
      <h3 id="film-shapes">In other shapes</h3>
      {studio.event.isFilmOutdated ? (
        <p className="l-fine">The clips have changed since. Publish again, then make the film in other shapes.</p>
      ) : (
        <List>
          {FILM_SHAPES.map((shape) => (
            <ShapeRow key={shape} {...{ studio, film, shape }} />
          ))}
        </List>
      )}
    </section>
  );
}

function ShapeRow({ studio, film, shape }: { studio: Studio; film: PublishedMedia; shape: FilmShape }) {
  const kind = SHAPE_KINDS[shape];
  const { name, about } = SHAPE_WORDS[shape];
  const { job, make, stop, isAsking } = useShape(studio, shape);
  const made = film.shapes.find(({ format, height }) => format === kind.format && height === kind.height);
  const downloadUrl = studio.films.find(({ id }) => id === made?.id)?.downloadUrl;
  const failed = job?.status === 'failed' ? job.error?.message : null;
  const toMake = failed ? 'Try again' : 'Make it';
  return (
    <li>
      <p>
        <strong>{name}</strong> <span className="l-small">{about}</span>
      </p>
      {job && isRendering(job) ? (
        <div className="film-shapes__work">
          <Progress
            label={name}
            value={job.status === 'queued' ? null : Math.round(job.progress * 100)}
            text={job.step}
          />
          <Button kind="quiet" size="small" aria-label={`Stop making “${name}”`} onClick={stop}>
            Stop
          </Button>
        </div>
      ) : made && downloadUrl ? (
        <ButtonLink kind="second" size="small" icon="download" href={downloadUrl} download>
          Download
        </ButtonLink>
      ) : (
        <Button kind="second" size="small" disabled={isAsking} aria-label={`${toMake}: ${name}`} onClick={make}>
          {toMake}
        </Button>
      )}
      {failed && (
        <p className="l-fine film-shapes__failed" role="alert">
          {failed}
        </p>
      )}
    </li>
  );
}

/** The latest render in a shape, as the page finds it and as messages tell. */
function useShape({ event: { id }, shaping, joins, run }: Studio, shape: FilmShape) {
  const { format, height } = SHAPE_KINDS[shape];
  const [found, setFound] = useState<RenderJob | null>(null);
  const [isAsking, setAsking] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its end may have been missed before each join
  useEffect(() => {
    const query = { format, height: height === 2160 ? 2160 : 1080 } as const;
    // Without an answer the button is there, and tells what is wrong.
    api.call(latestRenderJob, { params: { id }, query }).then(setFound, () => undefined);
  }, [id, format, height, joins]);
  const told = shaping.find((job) => job.format === format && job.height === height);
  const job = told && (!found || isNewer(told, found)) ? told : found;
  return {
    job,
    isAsking,
    async make() {
      setAsking(true);
      const asked = { eventId: id, format, height: height === 2160 ? 2160 : 1080 } as const;
      await run(async () => {
        try {
          setFound(await api.call(publish, { body: asked }));
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'PAYMENT_REQUIRED') throw error;
          const large = [{ id: 'large' as const, quantity: 1 }];
          const cart = await api.call(openCart, { body: { eventId: id, ...(height === 2160 && { addons: large }) } });
          window.location.assign(`/checkout/${cart.id}`);
        }
      });
      setAsking(false);
    },
    stop: () =>
      run(async () => {
        if (job) setFound(await api.call(cancelRenderJob, { params: { id: job.id } }));
      }),
  };
}

/** Whether a message tells something newer than what was fetched. Of one render, its end is the newest. */
function isNewer(told: RenderJob, found: RenderJob): boolean {
  return told.id === found.id
    ? told.finishedAt !== null || found.finishedAt === null
    : told.createdAt > found.createdAt;
}
