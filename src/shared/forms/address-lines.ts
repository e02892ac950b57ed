/** Lines of an address as forms ask for them, before the country. */
export const ADDRESS_LINES = [
  { field: 'name', label: 'Name', maxLength: 100 },
  { field: 'line1', label: 'Street and number', maxLength: 100 },
  { field: 'line2', label: 'Apartment, floor (optional)', maxLength: 100 },
  { field: 'city', label: 'City', maxLength: 100 },
  { field: 'region', label: 'State or region', maxLength: 60 },
  { field: 'postalCode', label: 'Postcode', maxLength: 16 },
] as const;
