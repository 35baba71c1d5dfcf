import type { LeafPath } from '@despatch/domain/roles/menu'
import { permissionTree, type Right } from '@despatch/domain/roles/permissions'
import { expect, test } from 'vitest'
import { mayCall } from './may-call.ts'

const creating = 'orderManagement.createNewOrder'
const finding = 'reportsAndEnquiries.orderAndReturnsEnquiry'
/** A tree that has one right, on one entry. */
const holding = (leaf: LeafPath, right: Right) =>
  permissionTree((other, otherRight) => other === leaf && otherRight === right)

test.each([
  [{ reads: [creating] }, 'Read Only', true],
  [{ reads: [creating] }, 'Edit', true],
  [{ reads: [creating] }, 'Enable', false],
  [{ edits: [creating] }, 'Edit', true],
  [{ edits: [creating] }, 'Read Only', false],
  [{ edits: [creating] }, 'Enable', false],
  [{ reads: [finding, creating] }, 'Read Only', true],
  [{ edits: [finding] }, 'Edit', false],
  [{ reads: [] }, 'Edit', false],
  ['session', 'Enable', true],
] as const)('what asks for %j is open to %s on creating orders: %s', (permission, right, open) => {
  expect(mayCall(permission, holding(creating, right))).toBe(open)
})
