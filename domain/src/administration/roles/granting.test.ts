import { describe, expect, test } from 'vitest'
import {
  type GrantedRole,
  type Granter,
  grantsLabel,
  changeRoleProblem,
  giveRoleProblem,
  roleSuitabilityProblem,
} from './granting.ts'
import { type LeafPath, menuLeaves } from './menu.ts'
import { permissionTree, type Right } from './permissions.ts'
import { ALL_CLIENTS, ROLE_TYPES, type RoleType } from './role-types.ts'

const CREATE = 'orderManagement.createNewOrder'
const VIEW = 'orderManagement.viewNewOrders'
const tree = (...held: [LeafPath, ...Right[]][]) =>
  permissionTree((leaf, right) => held.some(([path, ...rights]) => path === leaf && rights.includes(right)))
const all = permissionTree(() => true)

const role = (given: Partial<GrantedRole> = {}): GrantedRole => ({
  type: 'Client User',
  client: ALL_CLIENTS,
  permissions: tree([CREATE, 'Enable', 'Read Only', 'Edit']),
  ...given,
})
const operator: Granter = { type: 'Internal Administrator', permissions: all, clients: undefined }
const acme: Granter = { type: 'Client Administrator', permissions: all, clients: ['ACME'] }

describe('the type of a role', () => {
  /** The types that each type of granter may give, if they hold all permissions. */
  const may: Record<RoleType, RoleType[]> = {
    'Internal Administrator': [...ROLE_TYPES],
    'Internal User': ['Internal User', 'Client User'],
    'Client Administrator': ['Client Administrator', 'Client User'],
    'Client User': ['Client User'],
  }
  test.each(ROLE_TYPES.flatMap((giver) => ROLE_TYPES.map((given) => [giver, given] as const)))(
    'whether %s may give %s',
    (giver, given) => {
      const why = giveRoleProblem(role({ type: given }), { ...operator, type: giver })
      expect(why === undefined).toBe(may[giver].includes(given))
    },
  )
})

describe('the client of a role', () => {
  test.each<[string, string, Granter, boolean]>([
    ['ACME’s', 'ACME', acme, true],
    ['BIRCH’s', 'BIRCH', acme, false],
    ['BIRCH’s', 'BIRCH', { ...acme, clients: ['ACME', 'BIRCH'] }, true],
    ['BIRCH’s', 'BIRCH', { ...acme, clients: [] }, false],
    ['BIRCH’s', 'BIRCH', operator, true],
    ['all clients’', ALL_CLIENTS, acme, true],
  ])('%s (%s)', (_what, client, granter, may) => {
    expect(giveRoleProblem(role({ client }), granter) === undefined).toBe(may)
  })
  test('client administrators give shared roles; only the operator changes them', () => {
    expect(changeRoleProblem(role(), acme)).toContain('Only the operator can change')
    expect(changeRoleProblem(role({ client: 'ACME' }), acme)).toBeUndefined()
    expect(changeRoleProblem(role({ client: 'BIRCH' }), acme)).toBe('This role belongs to another client')
    expect(changeRoleProblem(role(), operator)).toBeUndefined()
  })
})

describe('the permissions of a role', () => {
  test.each<[string, Right[], Right[], boolean]>([
    ['the same', ['Enable', 'Read Only', 'Edit'], ['Enable', 'Read Only', 'Edit'], true],
    ['less', ['Enable', 'Read Only', 'Edit'], ['Enable'], true],
    ['reading, held as editing without it', ['Edit'], ['Read Only'], false],
    ['editing without reading, which grants nothing', [], ['Edit'], true],
    ['showing, held with reading', ['Read Only'], ['Enable'], true],
    ['editing, held as reading', ['Enable', 'Read Only'], ['Read Only', 'Edit'], false],
    ['reading, held as showing', ['Enable'], ['Read Only'], false],
    ['anything, held as nothing', [], ['Enable'], false],
  ])('%s', (_what, held, granted, may) => {
    const why = giveRoleProblem(role({ permissions: tree([CREATE, ...granted]) }), {
      ...operator,
      permissions: tree([CREATE, ...held]),
    })
    expect(why === undefined).toBe(may)
  })
  test('anyone may give a role without permissions', () => {
    expect(giveRoleProblem(role({ permissions: {} }), { ...acme, permissions: {} })).toBeUndefined()
  })
  test('the refusal names the excess', () => {
    const permissions = tree([CREATE, 'Read Only', 'Edit'], [VIEW, 'Enable', 'Read Only'])
    expect(giveRoleProblem(role({ permissions }), { ...operator, permissions: tree([CREATE, 'Read Only']) })).toBe(
      'This is more than your own access: Create New Order (Edit), View New Orders (Enable, Read Only)',
    )
  })
})

test('the refusal names five grants and counts the rest', () => {
  const grants = menuLeaves().map(({ leaf }) => ({ leaf, right: 'Edit' as const }))
  expect(grantsLabel(grants)).toMatch(new RegExp(`^Client List \\(Edit\\), .* and ${grants.length - 5} more$`))
  expect(grantsLabel(grants.slice(0, 5))).not.toContain('more')
  expect(grantsLabel([])).toBe('')
})

test.each([
  ['Internal User', ALL_CLIENTS, [], undefined],
  ['Internal User', ALL_CLIENTS, ['ACME'], 'An internal role is for users without a client'],
  ['Client User', ALL_CLIENTS, [], 'A user with a client’s role belongs to at least one client'],
  ['Client User', ALL_CLIENTS, ['ACME', 'BIRCH'], undefined],
  ['Client User', 'ACME', ['BIRCH', 'ACME'], undefined],
  ['Client User', 'ACME', ['BIRCH'], 'This role is for users of the client ACME'],
] as const)('a role of type %s of %s for a user of %j: %s', (type, client, clients, message) => {
  expect(roleSuitabilityProblem({ type, client }, clients)?.message).toBe(message)
})

test('a role that shows more than its giver sees is refused', () => {
  const sees = { costs: true, capacities: true, otherMethods: true, staffNames: true }
  const role = { type: 'Client User' as const, client: 'ACME', permissions: {}, sees }
  const granter = { type: 'Client Administrator' as const, permissions: {}, clients: ['ACME'] }
  expect(giveRoleProblem(role, granter)).toBeUndefined()
  expect(giveRoleProblem(role, { ...granter, sees: { ...sees, costs: false, staffNames: false } })).toBe(
    'This shows more than you can see: Costs, Names of staff',
  )
})
