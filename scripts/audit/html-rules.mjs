/** Rules of html-validate beside its recommended ones; each that is taken back has its reason. */
export const HTML_RULES = {
  // How attributes and void elements are written is React's choice, and the same to a browser.
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'doctype-style': 'off',
  'no-trailing-whitespace': 'off',
  'void-style': 'off',
  // React's ids begin with an underscore.
  'valid-id': ['error', { relaxed: true }],
  // Safari takes a list without bullets for none unless its role is said.
  'no-redundant-role': 'off',
  'prefer-native-element': ['error', { exclude: ['list'] }],
  // A name is kept as it is typed; a phone's "done" key sends the form.
  'wcag/h32': 'off',
  'long-title': 'off',
};
