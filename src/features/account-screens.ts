import type { RefusedForm } from '../platform/http/forms.ts';

/** Shows forms again where they are refused, with status `error.status`, the words of `error.fields` and what was typed. */
export interface FormPages<Name extends string> {
  showAgain(name: Name, form: RefusedForm): Promise<void> | void;
}

/** For what can only be refused for its origin or for being too often. */
export interface ErrorPages {
  renderError(form: RefusedForm): Promise<void> | void;
}

/** The same as `FormPages` for forms of `/settings/profile`. */
export interface SettingsPages<Name extends string> {
  showSettings(name: Name, form: RefusedForm): Promise<void> | void;
}
