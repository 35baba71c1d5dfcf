import { SEES_EVERYTHING, SEES_NOTHING } from '@despatch/domain/administration/clients/visibility'
import { permissionTree } from '@despatch/domain/administration/roles/permissions'
import { expect, test } from 'vitest'
import '../../shell/screens.ts'
import { visibleMenu } from '../navigation/menu-entries.ts'
import { MENU } from '@despatch/domain/administration/roles/menu'
import { hasRight } from './rights.ts'
import type { Session } from './session-store.ts'

const CREATE = 'orderManagement.createNewOrder'
const client = (code: string, withheld: Session['clients'][number]['withheld'] = []) => ({
  code,
  name: code,
  currencyCode: 'GBP',
  withheld,
  switchedOff: [],
  sees: SEES_NOTHING,
})
const clerk = (overrides: Partial<Session>): Session => ({
  user: {
    _id: '7',
    username: 'ada',
    first_name: 'Ada',
    last_name: 'Lovelace',
    otp_enabled: false,
    mfa_required: false,
    role: {
      _id: '1',
      name: 'Clerk',
      iforce_user: false,
      isAdministrator: false,
      sees: SEES_EVERYTHING,
      permissions: permissionTree((leaf, right) => leaf.startsWith('orderManagement') && right !== 'Edit'),
    },
  },
  clients: [client('ACME'), client('BIRCH', [CREATE])],
  client: 'ACME',
  ...overrides,
})

test.each([
  ['a right that the role grants', clerk({}), 'Read Only', true],
  ['no right that the role does not grant', clerk({}), 'Edit', false],
  ['no right that the selected client withholds', clerk({ client: 'BIRCH' }), 'Read Only', false],
  ['not even Enable if the client withholds the entry', clerk({ client: 'BIRCH' }), 'Enable', false],
  ['a right that the role grants, with all clients selected', clerk({ client: 'All_client' }), 'Read Only', true],
  ['no right without an active client', clerk({ clients: [], client: '' }), 'Enable', false],
  ['no right before sign-in', clerk({ user: undefined }), 'Enable', false],
] as const)('a user has %s', (_, session, right, expected) => {
  expect(hasRight(session, CREATE, right)).toBe(expected)
})

test('the menu of a client leaves out what the client withholds', () => {
  const titles = (session: Session) =>
    visibleMenu(MENU, session, '').flatMap(({ children = [] }) => children.map(({ title }) => title))
  expect(titles(clerk({}))).toContain('Create New Order')
  expect(titles(clerk({ client: 'BIRCH' }))).not.toContain('Create New Order')
  expect(titles(clerk({ client: 'BIRCH' }))).toContain('View New Orders')
  expect(titles(clerk({ clients: [], client: '' }))).toEqual([])
})
