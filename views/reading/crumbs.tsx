/** Breadcrumbs. @param places names and paths, the current page last */
export function Crumbs({ places }: { places: readonly (readonly [name: string, path: string])[] }) {
  return (
    <nav className="public__crumbs" aria-label="You are here">
      <ol>
        {places.map(([name, path], index) => (
          <li key={path}>
            <a href={path} aria-current={index === places.length - 1 ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
