import { describe, expect, test } from 'vitest'
import { namesOfRole, placesOfColumns, readActive, readClients, roleKey, roleNamed } from './import-row.ts'

const expected = {
  known: ['username', 'first_name', 'role', 'active'],
  required: ['username', 'role'],
  passedOver: ['line', 'verdict'],
} as const

describe('the header of an import', () => {
  test.each([
    [['username', 'role'], { username: 0, role: 1 }],
    [['Role', ' First name ', 'USERNAME'], { role: 0, first_name: 1, username: 2 }],
    [['User-Name', '', 'role', ''], { username: 0, role: 2 }],
    [['Line', 'username', 'Verdict', 'role'], { username: 1, role: 3 }],
  ])('%j is understood', (header, places) => {
    expect(placesOfColumns(header, expected)).toEqual({ places })
  })
  test.each([
    [['username'], 'The file lacks column role.'],
    [[], 'The file lacks columns username, role.'],
    [['username', 'role', 'Shoe size'], 'The file has column Shoe size, which is unknown.'],
    [['username', 'Username', 'role'], 'The file has more than one column username.'],
    [['user', 'role'], 'The file lacks column username; it has column user, which is unknown.'],
  ])('%j is refused: %s', (header, fault) => {
    expect(placesOfColumns(header, expected)).toEqual({
      fault: `${fault} Its columns may be username, first_name, role, active.`,
    })
  })
})

test.each([
  ['yes', true],
  [' TRUE ', true],
  ['Y', true],
  ['1', true],
  ['no', false],
  ['FALSE', false],
  ['n', false],
  ['0', false],
  ['', false],
  ['perhaps', undefined],
  ['2', undefined],
])('active %j is %j', (cell, active) => {
  expect(readActive(cell)).toBe(active)
})

test.each([
  ['', []],
  ['ACME', ['ACME']],
  ['ACME; BETA ;ACME', ['ACME', 'BETA']],
  ['A|B;;C|', ['A', 'B', 'C']],
])('clients %j are %j', (cell, clients) => {
  expect(readClients(cell)).toEqual(clients)
})

describe('a role is found', () => {
  const roles = [
    { code: 'ADMIN', name: 'Administrator', client: 'All_client' },
    { code: 'Admin', name: 'Own administrator', client: 'ACME' },
    { code: 'PACK', name: 'Packer', client: 'ACME' },
    { code: 'PACK', name: 'Packer', client: 'BETA' },
  ]
  const byName = Map.groupBy(
    roles.flatMap((role) => namesOfRole(role).map((name) => ({ name, role }))),
    ({ name }) => name,
  )
  const known = new Map([...byName].map(([name, found]) => [name, found.map(({ role }) => role)]))
  test.each([
    ['ADMIN', ['ACME'], 'Own administrator'],
    ['admin', ['BETA'], 'Administrator'],
    ['ADMIN', [], 'Administrator'],
    ['admin : administrator', ['ACME'], 'Administrator'],
    ['PACK: Packer', ['BETA', 'ACME'], 'Packer'],
    ['PACK', [], undefined],
    ['ADMIN: Packer', ['ACME'], undefined],
    ['', ['ACME'], undefined],
  ])('%j of clients %j: %s', (cell, clients, name) => {
    expect(roleNamed(cell, clients, known)?.name).toBe(name)
  })
  test('for the first of the clients that has it', () => {
    expect(roleNamed('PACK', ['BETA', 'ACME'], known)?.client).toBe('BETA')
  })
  test('in any case and with extra spaces', () => {
    expect(roleKey('  Pack :  The packer ')).toBe('pack:the packer')
    expect(roleKey('a: b :c:')).toBe('a:b:c:')
  })
  test('quickly even in a cell full of spaces', () => {
    const before = process.cpuUsage()
    roleKey(`x${' '.repeat(200_000)}x`)
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  })
})
