import { useEffect, useRef, useState } from 'react';
import type { PlotProps } from './plot-props.ts';
import { pointWords } from './plot-words.ts';

/** A plot over time. Its library loads with it; the numbers are in a table as well. */
export default function PlotIsland(props: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const [isLost, setLost] = useState(false);

  useEffect(() => {
    const box = place.current;
    if (!box) return;
    let stop = () => {};
    let isOver = false;
    import('./draw-plot.ts').then(
      ({ drawPlot }) => {
        if (!isOver) stop = drawPlot(box, props, setShown);
      },
      () => setLost(true),
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [props]);

  return (
    <div className="plot">
      <ul className="plot__legend">
        {props.lines.map(({ label, tone }) => (
          <li key={label} className={`plot__key plot__key--${tone}`}>
            {label}
          </li>
        ))}
      </ul>
      {isLost ? (
        <p className="l-small">The plot couldn’t load. Its numbers are in the table.</p>
      ) : (
        <div ref={place} className="plot__place" role="img" aria-label={props.label} />
      )}
      <p className="plot__point" aria-hidden="true">
        {shown === null ? '' : pointWords(props, shown)}
      </p>
    </div>
  );
}
