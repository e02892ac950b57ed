import { TabLinks } from '../ui/tabs.tsx';

const TABS = [
  { id: 'profile', href: '/settings/profile', label: 'Profile' },
  { id: 'membership', href: '/settings/membership', label: 'Membership' },
  { id: 'invoices', href: '/settings/invoices', label: 'Invoices' },
] as const;

/** The pages of an account. */
export function AccountTabs({ current }: { current: (typeof TABS)[number]['id'] }) {
  return <TabLinks label="My account" tabs={TABS.map(({ id, ...tab }) => ({ ...tab, isCurrent: id === current }))} />;
}
