import { type ComponentProps, type ComponentType, useId } from 'react';
import { renderToString } from 'react-dom/server';
import type * as z from 'zod';
import { ISLANDS } from '../../islands/registry.ts';
import { IslandRoot, LOST_WORDS } from '../../islands/runtime/island-root.tsx';
import { usePage } from './page-context.ts';

declare module 'react' {
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
  namespace JSX {
    interface IntrinsicElements {
      'vd-island': HTMLAttributes<HTMLElement> & Record<`data-${string}`, string | undefined>;
    }
  }
}

/**
 * When an island hydrates.
 * - `interaction`: on first touch or focus; until then there is no script, and the tap or input is replayed
 * - `visible`: when its first element is on the screen
 * - `idle`: when the browser is idle
 * - `load`: at once
 */
export type IslandWhen = 'interaction' | 'visible' | 'idle' | 'load';

/** Restricts props to JSON: functions, dates and maps don't compile. */
type Plain<T> = [AnyJson] extends [T]
  ? AnyJson
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends
          | ((...args: never[]) => unknown)
          | Date
          | symbol
          | bigint
          | ReadonlyMap<unknown, unknown>
          | ReadonlySet<unknown>
      ? never
      : { [K in keyof T]: Plain<T[K]> };

/** JSON of any shape. */
type AnyJson = z.infer<ReturnType<typeof z.json>>;

type Islands = typeof ISLANDS;
export type IslandName = keyof Islands & string;
export type IslandProps<N extends IslandName> = ComponentProps<Islands[N]>;

/**
 * An interactive part of a page: server HTML now, script according to `when`. Props travel as JSON. Islands don't nest.
 * Default: `interaction`.
 */
export function Island<N extends IslandName>({ name, props, when, unless }: IslandElementOptions<N>) {
  const component = ISLANDS[name] as ComponentType<object>;
  return <IslandOf name={name} component={component} props={props as object} when={when} unless={unless} />;
}

interface IslandElementOptions<N extends IslandName> {
  name: N;
  props: IslandProps<N> & Plain<IslandProps<N>>;
  when?: IslandWhen;
  /** A key in `localStorage`: if it is set, the island is removed before it is painted. */
  unless?: string;
}

interface IslandOfOptions<P extends object> {
  /** File name, `NAME.island.tsx`. */
  name: string;
  component: ComponentType<P>;
  props: P;
  when?: IslandWhen;
  unless?: string;
}

/** `Island` for a component outside the registry, as in tests. */
export function IslandOf<P extends object>({
  name,
  component,
  props,
  when = 'interaction',
  unless,
}: IslandOfOptions<P>) {
  const page = usePage();
  const prefix = `${name}${useId()}`;
  const json = JSON.stringify(props);
  const chunks = page.assets.island(name);
  const html = renderIsland(component, json, prefix, (error) => page.onIslandError(error, name));
  const needsLoader = !page.hasLoader;
  page.hasLoader = true;
  return (
    <>
      {when === 'load' && chunks.map((url) => <link key={url} rel="modulepreload" href={url} />)}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, from the build */}
      {needsLoader && <script nonce={page.nonce} dangerouslySetInnerHTML={{ __html: page.assets.loader }} />}
      <vd-island
        data-name={name}
        data-when={when}
        data-unless={unless}
        data-src={html === null ? undefined : chunks.join(' ')}
        data-prefix={prefix}
        data-props={json}
        data-lost={LOST_WORDS}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: what React made of the component
        dangerouslySetInnerHTML={{ __html: html ?? lostNote() }}
      />
    </>
  );
}

/** HTML of the component with its serialised props; null if it threw. */
function renderIsland<P extends object>(
  component: ComponentType<P>,
  json: string,
  identifierPrefix: string,
  onError: (error: unknown) => void,
): string | null {
  const Component = component as ComponentType<object>;
  const props: object = JSON.parse(json);
  try {
    return renderToString(
      <IslandRoot>
        <Component {...props} />
      </IslandRoot>,
      { identifierPrefix },
    );
  } catch (error) {
    onError(error);
    return null;
  }
}

function lostNote(): string {
  return renderToString(
    <p className="l-island-note" role="status">
      {LOST_WORDS}
    </p>,
  );
}
