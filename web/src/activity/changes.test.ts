import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

test('an amendment says each field that differs, before and after', () => {
  expect(
    changesOf({
      before: { first_name: 'A•••', active: true, client: ['ACME'], role: '3', phoneNumber: '' },
      after: { first_name: 'G•••', active: false, client: [], role: '3', phoneNumber: '0•••' },
    }),
  ).toEqual([
    { field: 'First name', before: 'A•••', after: 'G•••' },
    { field: 'Active', before: 'yes', after: 'no' },
    { field: 'Client', before: 'ACME', after: 'none' },
    { field: 'Phone number', before: 'none', after: '0•••' },
  ])
})

test('of a tree, only the leaves that differ', () => {
  const tree = (edit: boolean) => ({
    permissions: { orderManagement: { createNewOrder: { Enable: true, Edit: edit } } },
  })
  expect(changesOf({ before: tree(false), after: tree(true) })).toEqual([
    { field: 'Permissions: order management: create new order: edit', before: 'no', after: 'yes' },
  ])
})

test('what began or ended has one side', () => {
  expect(changesOf({ before: null, after: { code: 'R1' } })).toEqual([
    { field: 'Code', before: undefined, after: 'R1' },
  ])
  expect(changesOf({ before: { code: 'R1' }, after: null })).toEqual([
    { field: 'Code', before: 'R1', after: undefined },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})
