import type { RefusedForm } from '../../platform/http/forms.ts';

/** Shows refused forms again: status `error.status`, messages of `error.fields`, and the input. */
export interface FormPages<Name extends string> {
  showAgain(name: Name, form: RefusedForm): Promise<void> | void;
}

/** For forms that only fail by origin or rate limit. */
export interface ErrorPages {
  renderError(form: RefusedForm): Promise<void> | void;
}

/** The same as `FormPages` for forms of `/settings/profile`. */
export interface SettingsPages<Name extends string> {
  showSettings(name: Name, form: RefusedForm): Promise<void> | void;
}
