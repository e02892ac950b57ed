import { PERMISSIONS, type Permission, rolesThatMay } from '../../src/shared/permissions.ts';

function isPermission(access: string): access is Permission {
  return PERMISSIONS.some((permission) => permission === access);
}

/** Whether staff may, and nobody else. */
export function isForStaff(access: string): access is Permission {
  return isPermission(access) && rolesThatMay(access).every((role) => role === 'editor' || role === 'admin');
}
