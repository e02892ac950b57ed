export const LINE_KINDS = ['package', 'extra', 'addon', 'thing', 'occasion', 'membership'] as const;

/** A line of a cart or order, in cents. `occasion` and `membership` are below zero: what is free of a film. */
export interface OrderLine {
  id: string;
  label: string;
  quantity: number;
  unitAmount: number;
  amount: number;
  kind: (typeof LINE_KINDS)[number];
}
