import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { permissionTree, type Right } from '@despatch/domain/administration/roles/permissions'
import { expect, test } from 'vitest'
import { mayCall } from './may-call.ts'

const creating = 'orderManagement.createNewOrder'
const finding = 'reportsAndEnquiries.orderAndReturnsEnquiry'
/** A tree with some rights on one entry. */
const holding = (leaf: LeafPath, rights: readonly Right[]) =>
  permissionTree((other, right) => other === leaf && rights.includes(right))

test.each([
  [{ reads: [creating] }, ['Read Only'], true],
  [{ reads: [creating] }, ['Edit'], false],
  [{ reads: [creating] }, ['Enable'], false],
  [{ reads: [creating] }, ['Enable', 'Edit'], false],
  [{ edits: [creating] }, ['Read Only', 'Edit'], true],
  [{ edits: [creating] }, ['Edit'], false],
  [{ edits: [creating] }, ['Enable', 'Edit'], false],
  [{ edits: [creating] }, ['Read Only'], false],
  [{ edits: [creating] }, ['Enable', 'Read Only'], false],
  [{ reads: [finding, creating] }, ['Read Only'], true],
  [{ edits: [finding] }, ['Read Only', 'Edit'], false],
  [{ reads: [] }, ['Read Only', 'Edit'], false],
  ['session', ['Enable'], true],
] as const)('what asks for %j is open to %j on creating orders: %s', (permission, rights, open) => {
  expect(mayCall(permission, holding(creating, rights))).toBe(open)
})
