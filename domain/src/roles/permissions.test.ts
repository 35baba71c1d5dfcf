import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { menuLeaves } from './menu.ts'
import { holdsRight, permissionTemplate, type PermissionTree, permissionTree } from './permissions.ts'

const leaves = menuLeaves().map(({ leaf }) => leaf)

test('specification 3: one Enable flag per menu entry, false by default, grouped per the menu tree', () => {
  const template = permissionTemplate()
  for (const leaf of leaves)
    for (const right of ['Enable', 'Read Only', 'Edit'] as const) expect(holdsRight(template, leaf, right)).toBe(false)
  expect(template['setUpAndControl']).toMatchObject({
    userAdministration: { multipleUsers: { userLoginStatus: { Enable: false, 'Read Only': false, Edit: false } } },
  })
})

describe("specification 5: access is granted only if the final node has 'Read Only' equal to true", () => {
  const tree = permissionTree((leaf, right) => leaf === 'orderManagement.createNewOrder' && right === 'Read Only')
  test('granted on the entry, on no other, and for no other right', () => {
    expect(leaves.filter((leaf) => holdsRight(tree, leaf))).toEqual(['orderManagement.createNewOrder'])
    expect(holdsRight(tree, 'orderManagement.createNewOrder', 'Edit')).toBe(false)
    expect(holdsRight(tree, 'orderManagement.createNewOrder', 'Enable')).toBe(false)
  })
  test.each([
    'orderManagement',
    '',
    '.',
    'orderManagement.',
    '.orderManagement.createNewOrder',
    'ordermanagement.createneworder',
    'orderManagement.createNewOrder.Read Only',
    'orderManagement.noSuchEntry',
    '__proto__',
    'constructor',
    'orderManagement.constructor.name',
    'toString',
  ])('not on the path %j', (path) => {
    expect(holdsRight(tree, path)).toBe(false)
  })
  test.each(['true', 1, {}, [], null])('nor by anything but true itself: %j', (value) => {
    const odd = { a: { 'Read Only': value } } as unknown as PermissionTree
    expect(holdsRight(odd, 'a')).toBe(false)
  })
  test('a path of chance finds nothing, and never throws', () => {
    fc.assert(fc.property(fc.string(), (path) => leaves.includes(path as never) || !holdsRight(tree, path)))
  })
})
