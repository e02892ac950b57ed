import type { ReactNode } from 'react';
import { DESK_LISTS, type DeskListName, type SavedFilter } from '../../src/shared/desk-lists.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import { TabLinks } from '../ui/tabs.tsx';

export interface FilterChoice {
  /** Of the query. */
  name: string;
  label: string;
  value: string;
  /** The first one is the default, with the value ''. */
  options: readonly SelectOption[];
  /** More options, below their headings. */
  groups?: readonly { label: string; options: readonly SelectOption[] }[];
}

export interface DeskFiltersProps {
  list: DeskListName;
  /** Absent for a list that is not searched. */
  search?: { value: string; placeholder: string };
  choices: readonly FilterChoice[];
  /** What the list shows without a filter. Default: all. */
  first?: string;
  /** The page has tabs of its own: those of saved filters are left out while there are none. */
  hasTabs?: boolean;
  saved: readonly SavedFilter[];
  /** The query of the list as it is shown, without its page. */
  query: string;
  /** More fields. */
  children?: ReactNode;
}

/** Saved filters, a search and choices of a list; all of it is links and a form. */
export function DeskFilters(props: DeskFiltersProps) {
  const { list, search, choices, first = 'All', hasTabs = false, saved, query, children } = props;
  const path = DESK_LISTS[list].path;
  const tabs = [{ name: first, query: '' }, ...saved].map((each) => ({
    href: each.query ? `${path}?${each.query}` : path,
    label: each.name,
    isCurrent: each.query === query,
  }));
  const isNew = query !== '' && !saved.some((each) => each.query === query);
  return (
    <div className="desk-filters">
      {(saved.length > 0 || !hasTabs) && <TabLinks label="Saved filters" tabs={tabs} />}
      <search>
        <form method="get" action={path} className="desk-filters__form">
          {search && (
            <Field
              label="Search"
              hideLabel
              type="search"
              name="q"
              defaultValue={search.value}
              placeholder={search.placeholder}
              maxLength={100}
              autoComplete="off"
            />
          )}
          {children}
          {choices.map(({ name, label, value, options, groups = [] }) => (
            <Select key={name} label={label} hideLabel name={name} defaultValue={value}>
              <Options of={options} />
              {groups.map((group) => (
                <optgroup key={group.label} label={group.label}>
                  <Options of={group.options} />
                </optgroup>
              ))}
            </Select>
          ))}
          <Button type="submit" kind="second" size="small">
            Show
          </Button>
        </form>
      </search>
      {isNew && (
        <form method="post" action="/staff/filters" className="desk-filters__save">
          <input type="hidden" name="list" value={list} />
          <input type="hidden" name="query" value={query} />
          <Field label="Name of this filter" hideLabel name="name" placeholder="Name" maxLength={40} required />
          <Button type="submit" kind="quiet" size="small" icon="plus">
            Save this filter
          </Button>
        </form>
      )}
      {saved
        .filter((each) => each.query === query)
        .map(({ id, name }) => (
          <form key={id} method="post" action={`/staff/filters/${id}/remove`}>
            <Button type="submit" kind="quiet" size="small" icon="close">
              Remove “{name}”
            </Button>
          </form>
        ))}
    </div>
  );
}

function Options({ of }: { of: readonly SelectOption[] }) {
  return of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** The list as a file. */
export function CsvLink({ list, query }: { list: DeskListName; query: string }) {
  const { path } = DESK_LISTS[list];
  return (
    <ButtonLink
      className="l-push"
      kind="second"
      size="small"
      icon="download"
      href={`${path}.csv${query && `?${query}`}`}
      download
    >
      CSV
    </ButtonLink>
  );
}
