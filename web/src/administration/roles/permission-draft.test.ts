import {
  holdsRight,
  permissionTemplate,
  permissionTree,
  type Right,
  RIGHTS,
} from '@despatch/domain/administration/roles/permissions'
import { expect, test } from 'vitest'
import { limitToHeld, rightsNotHeldBy, tickState, withRight } from './permission-draft.ts'

const LEAF = 'orderManagement.createNewOrder'
const OTHER = 'orderManagement.viewNewOrders'
const all = permissionTree(() => true)
const everything = rightsNotHeldBy(all)

/** Toggles a right on an entry with some rights, and returns its rights afterwards. */
function after(before: readonly Right[], right: Right, isOn: boolean): Right[] {
  const tree = permissionTree((leaf, one) => leaf === LEAF && before.includes(one))
  const changed = withRight(tree, { leaves: [LEAF], right, isOn }, everything)
  expect(RIGHTS.some((one) => holdsRight(changed, OTHER, one))).toBe(false)
  return RIGHTS.filter((one) => holdsRight(changed, LEAF, one))
}

test.each([
  [[], 'Enable', true, ['Enable']],
  [[], 'Read Only', true, ['Enable', 'Read Only']],
  [[], 'Edit', true, ['Enable', 'Read Only', 'Edit']],
  [RIGHTS, 'Edit', false, ['Enable', 'Read Only']],
  [RIGHTS, 'Read Only', false, ['Enable']],
  [RIGHTS, 'Enable', false, []],
  [['Edit'], 'Edit', false, []],
] as [Right[], Right, boolean, Right[]][])('of %j, %s ticked: %s leaves %j', (before, right, isOn, left) => {
  expect(after(before, right, isOn)).toEqual(left)
})

test('rights that the granter lacks stay unchanged when a group is ticked', () => {
  const reader = rightsNotHeldBy(permissionTree((leaf, right) => leaf === LEAF && right !== 'Edit'))
  expect([reader.has(LEAF, 'Read Only'), reader.has(LEAF, 'Edit'), reader.has(OTHER, 'Enable')]).toEqual([
    false,
    true,
    true,
  ])
  const ticked = withRight(permissionTemplate(), { leaves: [LEAF, OTHER], right: 'Read Only', isOn: true }, reader)
  expect(holdsRight(ticked, LEAF)).toBe(true)
  expect(holdsRight(ticked, OTHER, 'Enable')).toBe(false)
  expect(withRight(permissionTemplate(), { leaves: [LEAF], right: 'Edit', isOn: true }, reader)).toEqual(
    permissionTemplate(),
  )
  expect(limitToHeld(all, reader)).toEqual(permissionTree((leaf, right) => leaf === LEAF && right !== 'Edit'))
})

test.each([
  [[], 'none'],
  [[false, false], 'none'],
  [[true, false], 'some'],
  [[true, true], 'all'],
] as [boolean[], string][])('%j is %s', (flags, ticked) => {
  expect(tickState(flags)).toBe(ticked)
})
