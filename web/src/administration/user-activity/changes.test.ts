import { expect, test } from 'vitest'
import { changesOf, changesText } from './changes.ts'

test('an amendment lists each changed field, before and after', () => {
  expect(
    changesOf({
      act: 'user.amended',
      before: { first_name: 'A•••', active: true, client: ['ACME'], role: '3', phone_number: '', version: 1 },
      after: { first_name: 'G•••', active: false, client: [], role: '3', phone_number: '0•••', version: 2 },
    }),
  ).toEqual([
    { field: 'First name', before: 'A•••', after: 'G•••' },
    { field: 'Active', before: 'yes', after: 'no' },
    { field: 'Clients', before: 'ACME', after: 'none' },
    { field: 'Phone number', before: 'none', after: '0•••' },
  ])
})

test('of a tree only changed leaves are listed', () => {
  const tree = (edit: boolean) => ({
    permissions: { orderManagement: { createNewOrder: { Enable: true, Edit: edit } } },
  })
  expect(changesOf({ act: 'role.amended', before: tree(false), after: tree(true) })).toEqual([
    { field: 'Permissions: order management: create new order: edit', before: 'no', after: 'yes' },
  ])
})

test('created and deleted records have one side', () => {
  expect(changesOf({ act: 'role.created', before: null, after: { code: 'R1' } })).toEqual([
    { field: 'Code', before: undefined, after: 'R1' },
  ])
  expect(changesOf({ act: 'role.deleted', before: { code: 'R1' }, after: null })).toEqual([
    { field: 'Code', before: 'R1', after: undefined },
  ])
  expect(changesOf({ act: 'order.created', before: null, after: null })).toEqual([])
})

test('users who were given a role are listed by username', () => {
  expect(
    changesOf({ act: 'user.role-given', before: { users: { 'ada.Byron': 'R1: Old' } }, after: { count: 1 } }),
  ).toEqual([
    { field: 'Users: ada.Byron', before: 'R1: Old', after: undefined },
    { field: 'How many users', before: undefined, after: '1' },
  ])
})

test.each([
  [{ name: 'A', active: true }, { name: 'B', active: false }, 'Name: A → B; Active: yes → no'],
  [null, { code: 'R1' }, 'Code: R1'],
  [{ code: 'R1' }, null, 'Code: R1 → none'],
  [null, null, ''],
])('all changes in one cell', (before, after, text) => {
  expect(changesText({ act: 'role.amended', before, after })).toBe(text)
})
