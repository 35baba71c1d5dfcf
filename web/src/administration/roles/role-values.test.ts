import { permissionTree, type PermissionTree, holdsRight } from '@despatch/domain/administration/roles/permissions'
import { expect, test } from 'vitest'
import { conflictsOf } from '../../kit/form/conflict.ts'
import { mergedRole, type RoleValues, shownRole } from './role-values.ts'

const ORDERS = 'orderManagement.createNewOrder'
const USERS = 'setUpAndControl.userAdministration.manageUsers'
const having = (...leaves: string[]): PermissionTree => permissionTree((leaf) => leaves.includes(leaf))
const base: RoleValues = {
  code: 'PICK',
  name: 'Picker',
  client: 'ACME',
  type: 'Client User',
  active: true,
  mfaRequired: false,
  sees: { costs: true, capacities: true, otherMethods: true, staffNames: true },
  permissions: having(ORDERS),
  version: 3,
}

test('two simultaneous editors see each other’s changes by right, and choose either', () => {
  const mine = { ...base, name: 'Pickers', permissions: having(ORDERS, USERS) }
  const theirs = { ...base, version: 4, active: false, name: 'Picking', permissions: having() }
  const found = conflictsOf({ base: shownRole(base), mine: shownRole(mine), theirs: shownRole(theirs) })
  expect(found.map(({ title, mine: here, theirs: there, isBoth }) => [title, here, there, isBoth])).toEqual([
    ['Name', 'Pickers', 'Picking', true],
    ['Active', 'Yes', 'No', false],
    ['Order Management › Create New Order', 'Enable, Read Only, Edit', '', false],
  ])
  const merged = mergedRole(mine, theirs, new Set(['active', ORDERS]))
  expect(merged).toMatchObject({ name: 'Pickers', active: false, version: 4 })
  expect(holdsRight(merged.permissions, ORDERS)).toBe(false)
  expect(holdsRight(merged.permissions, USERS, 'Edit')).toBe(true)
})
