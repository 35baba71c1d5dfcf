import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LeafPath, menuLeaves } from './menu.ts'
import {
  changedGrants,
  entriesWithEditAlone,
  grantsBeyond,
  grantsOf,
  holdsRight,
  isTicked,
  permissionTemplate,
  type PermissionTree,
  permissionTree,
  RIGHTS,
  type Right,
  titlesOf,
  completePermissionTree,
  withoutEntries,
} from './permissions.ts'

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
  test('granted on its entry, not on others, and for no other right', () => {
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
  test.each(['true', 1, {}, [], null])('only true itself grants: %j does not', (value) => {
    const odd = { a: { 'Read Only': value } } as unknown as PermissionTree
    expect(holdsRight(odd, 'a')).toBe(false)
  })
  test('Edit grants nothing without it, and stays ticked as stored', () => {
    const alone = holding([CREATE, 'Enable'], [CREATE, 'Edit'])
    expect([holdsRight(alone, CREATE), holdsRight(alone, CREATE, 'Edit'), isTicked(alone, CREATE, 'Edit')]).toEqual([
      false,
      false,
      true,
    ])
    expect(grantsOf(alone)).toEqual([{ leaf: CREATE, right: 'Enable' }])
    expect(grantsBeyond(alone, holding([CREATE, 'Enable']))).toEqual([])
    expect(entriesWithEditAlone(alone)).toEqual([CREATE])
    expect(completePermissionTree(alone)).toEqual(alone)
    const both = holding([CREATE, 'Read Only'], [CREATE, 'Edit'])
    expect([holdsRight(both, CREATE, 'Edit'), entriesWithEditAlone(both)]).toEqual([true, []])
  })
  test('random paths find nothing and never throw', () => {
    const named = new Set<string>(leaves)
    fc.assert(fc.property(fc.string(), (path) => named.has(path) || !holdsRight(tree, path)))
  })
})

const CREATE = 'orderManagement.createNewOrder'
const VIEW = 'orderManagement.viewNewOrders'
const holding = (...grants: (readonly [LeafPath, Right])[]) =>
  permissionTree((leaf, right) => grants.some(([of, held]) => of === leaf && held === right))
const anyTree = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...leaves), fc.constantFrom(...RIGHTS)), { selector: (grant) => grant.join() })
  .map((grants) => holding(...grants))

describe("domain.md, Access: 'Nobody grants more than they hold'", () => {
  test.each<[Right, Right | undefined, boolean]>([
    ['Enable', undefined, false],
    ['Enable', 'Enable', true],
    ['Enable', 'Read Only', true],
    ['Read Only', undefined, false],
    ['Read Only', 'Enable', false],
    ['Read Only', 'Read Only', true],
  ])('%s is granted by one who holds %s: %s', (granted, held, may) => {
    const beyond = grantsBeyond(holding([CREATE, granted]), held ? holding([CREATE, held]) : permissionTemplate())
    expect(beyond).toEqual(may ? [] : [{ leaf: CREATE, right: granted }])
  })
  test.each<[Right[], boolean]>([
    [['Enable'], false],
    [['Enable', 'Read Only'], false],
    [['Enable', 'Edit'], false],
    [['Read Only', 'Edit'], true],
  ])('changing is granted by one who holds %j: %s', (held, may) => {
    const granted = holding([CREATE, 'Read Only'], [CREATE, 'Edit'])
    const beyond = grantsBeyond(granted, holding(...held.map((right): [LeafPath, Right] => [CREATE, right])))
    expect(beyond.some(({ right }) => right === 'Edit')).toBe(!may)
  })
  test('a right on one entry grants none on another', () => {
    expect(grantsBeyond(holding([CREATE, 'Enable'], [VIEW, 'Enable']), holding([VIEW, 'Read Only']))).toEqual([
      { leaf: CREATE, right: 'Enable' },
    ])
  })
  test('everyone may grant their own tree, and anyone may grant an empty one', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        expect(grantsBeyond(tree, tree)).toEqual([])
        expect(
          grantsBeyond(
            tree,
            permissionTree(() => true),
          ),
        ).toEqual([])
        expect(grantsBeyond(tree, permissionTemplate())).toEqual(grantsOf(tree))
      }),
    )
  })
})

test('changed grants are what only one of the trees has', () => {
  const before = holding([CREATE, 'Read Only'], [CREATE, 'Edit'], [VIEW, 'Enable'])
  const after = holding([CREATE, 'Edit'], [VIEW, 'Enable'], [VIEW, 'Read Only'])
  expect(changedGrants(before, after)).toEqual({
    gained: [{ leaf: VIEW, right: 'Read Only' }],
    lost: [
      { leaf: CREATE, right: 'Read Only' },
      { leaf: CREATE, right: 'Edit' },
    ],
  })
  fc.assert(
    fc.property(anyTree, anyTree, (one, two) => {
      const there = changedGrants(one, two)
      const back = changedGrants(two, one)
      expect(there).toEqual({ gained: back.lost, lost: back.gained })
      expect(there.gained.length - there.lost.length).toBe(grantsOf(two).length - grantsOf(one).length)
    }),
  )
})

test('withheld entries are removed completely, and no others', () => {
  const whole = permissionTree(() => true)
  const cut = withoutEntries(whole, [CREATE])
  expect(changedGrants(whole, cut)).toEqual({ gained: [], lost: RIGHTS.map((right) => ({ leaf: CREATE, right })) })
  expect(withoutEntries(whole, [])).toBe(whole)
})

test('a tree of another menu version loses unknown entries; missing ones are false', () => {
  const old = {
    orderManagement: { createNewOrder: { Edit: true } },
    gone: { Enable: true },
  } as unknown as PermissionTree
  expect(completePermissionTree(old)).toEqual(holding([CREATE, 'Edit']))
})

test('an entry has the titles on the way to it', () => {
  expect(titlesOf('setUpAndControl.userAdministration.multipleUsers.userLoginStatus')).toEqual([
    'Set Up & Control',
    'User Administration',
    'Multiple Users',
    'User Login Status',
  ])
  expect(titlesOf('invoiceReconciliation')).toEqual(['Invoice Reconciliation'])
})
