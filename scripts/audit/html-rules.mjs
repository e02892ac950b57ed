/** Overrides of html-validate's recommended rules, with reasons. */
export const HTML_RULES = {
  // React decides the style of attributes and void elements.
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'doctype-style': 'off',
  'no-trailing-whitespace': 'off',
  'void-style': 'off',
  // React's ids begin with an underscore.
  'valid-id': ['error', { relaxed: true }],
  // Safari ignores the list semantics of lists without bullets unless they have a role.
  'no-redundant-role': 'off',
  'prefer-native-element': ['error', { exclude: ['list'] }],
  // Names are saved while typing; a phone's "done" key submits the form.
  'wcag/h32': 'off',
  'long-title': 'off',
};
