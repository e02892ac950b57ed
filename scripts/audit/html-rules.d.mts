import type { RuleConfig } from 'html-validate';

export const HTML_RULES: RuleConfig;
