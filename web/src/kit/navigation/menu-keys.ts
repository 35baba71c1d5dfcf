import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'

const USERS = 'setUpAndControl.userAdministration'
const CLIENTS = 'setUpAndControl.clientAdministration'

/** The entries of the menu under which clients, roles and users are kept. */
export const ENTRIES = {
  clientList: `${CLIENTS}.clientList`,
  clientMenuOptions: `${CLIENTS}.clientMenuOptions`,
  clientSpecificParameters: `${CLIENTS}.clientSpecificParameters`,
  rolesAndPermissions: `${USERS}.rolesAndPermissions`,
  manageUsers: `${USERS}.manageUsers`,
  activateUsers: `${USERS}.activateUsers`,
  userLoginStatus: `${USERS}.multipleUsers.userLoginStatus`,
  addMultipleUsers: `${USERS}.multipleUsers.addMultipleUsers`,
  amendMultipleUsers: `${USERS}.multipleUsers.amendMultipleUsers`,
  deleteMultipleUsers: `${USERS}.multipleUsers.deleteMultipleUsers`,
} as const satisfies Record<string, LeafPath>

/** An entry of the menu: its path and what it is called. */
export function entryOf(leaf: LeafPath): { readonly path: string; readonly title: string } {
  const entry = menuLeaves().find((one) => one.leaf === leaf)
  if (!entry) throw new Error(`The menu has no entry ${leaf}`)
  return entry
}
