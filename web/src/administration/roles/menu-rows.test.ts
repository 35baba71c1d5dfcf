import { MENU, menuLeaves } from '@despatch/domain/administration/roles/menu'
import { expect, test } from 'vitest'
import { menuRows } from './menu-rows.ts'

const none = new Set<string>()
const titles = (search: string, closed = none) => menuRows(MENU, { search, closed }).map(({ title }) => title)

test('all entries are in menu order, each group before its entries', () => {
  const rows = menuRows(MENU, { search: '', closed: none })
  expect(rows.filter(({ isGroup }) => !isGroup).map(({ id }) => id)).toEqual(menuLeaves().map(({ leaf }) => leaf))
  expect(rows.slice(0, 3).map(({ title, level, isGroup }) => [title, level, isGroup])).toEqual([
    ['Set Up & Control', 1, true],
    ['Client Administration', 2, true],
    ['Client List', 3, false],
  ])
  expect(rows.find(({ id }) => id === 'skusAndStock')).toMatchObject({ isHidden: true, isGroup: true })
})

test('entries of a closed group are not shown, but belong to it', () => {
  const rows = menuRows(MENU, { search: '', closed: new Set(['setUpAndControl']) })
  expect(rows[0]).toMatchObject({ title: 'Set Up & Control', isOpen: false })
  expect(rows[0]?.leaves).toHaveLength(13)
  expect(rows[1]).toMatchObject({ title: 'Carrier Routing Control', level: 1, position: 2 })
})

test('a search keeps the groups of matching entries, and opens them', () => {
  expect(titles('amend multiple', new Set(['setUpAndControl']))).toEqual([
    'Set Up & Control',
    'User Administration',
    'Multiple Users',
    'Amend Multiple Users',
  ])
  expect(titles('  CLIENT ADMIN ')).toEqual([
    'Set Up & Control',
    'Client Administration',
    'Client List',
    'Client Menu Options',
    'Client Specific Parameters',
  ])
  expect(titles('no such thing')).toEqual([])
})

test('positions count only the rows shown', () => {
  const found = menuRows(MENU, { search: 'delete multiple', closed: none }).at(-1)
  expect(found).toMatchObject({
    position: 1,
    siblings: 1,
    level: 4,
    parent: 'setUpAndControl.userAdministration.multipleUsers',
  })
})
