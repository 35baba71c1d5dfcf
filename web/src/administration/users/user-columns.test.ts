import type { User } from '@despatch/contract/administration/users/user'
import { expect, test } from 'vitest'
import { exportColumns } from '../../kit/list/export/export-columns.ts'
import { USER_COLUMNS } from './user-columns.tsx'

const LAYOUT = { columnVisibility: {}, columnOrder: [], columnSizing: {} }

test('an export has the operator’s local times, and blanks for users who never signed in', () => {
  const cells = exportColumns(USER_COLUMNS, LAYOUT)
  const cell = (name: string, row: Partial<User>) => cells.find((one) => one.name === name)?.cellOf(row as User)
  const ada = { created_on: '2026-07-01T08:12:00.000Z', last_login: null } satisfies Partial<User>
  expect(cell('Created', ada)).toBe('2026-07-01 09:12:00')
  expect(cell('Last sign-in', ada)).toBe('')
  expect(cell('Last sign-in', { ...ada, last_login: '2026-01-05T14:05:09.000Z' })).toBe('2026-01-05 14:05:09')
})
