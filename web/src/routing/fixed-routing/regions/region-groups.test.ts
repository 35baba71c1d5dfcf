import type { Region } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { expect, test } from 'vitest'
import { groupsOf, tickOf, toggled } from './region-groups.ts'

const region = (code: string, name: string, part: string): Region => ({
  RegionID: 1,
  RegionName: name,
  id: 1,
  code,
  name,
  part,
})
const ALL = [
  region('AB', 'Aberdeen', 'Scotland'),
  region('B', 'Birmingham', 'West Midlands'),
  region('BT', 'Belfast', 'Northern Ireland'),
  region('ZE', 'Lerwick', 'Scotland'),
]

test.each([
  ['', ['BT', 'AB', 'ZE', 'B']],
  ['aber', ['AB']],
  ['B', ['BT', 'AB', 'B']],
  ['b', ['BT', 'AB', 'B']],
  ['B1', ['B']],
  ['bt7', ['BT']],
  ['AB10 1XY', ['AB']],
  ['scot', ['AB', 'ZE']],
  ['Q', []],
])('%j finds %j, by part of the country', (search, codes) => {
  expect(groupsOf(ALL, search).flatMap(({ regions }) => regions.map(({ code }) => code))).toEqual(codes)
})

test('a group is fully, partly or not selected, and pressing toggles it', () => {
  const [, scotland] = groupsOf(ALL, '')
  const regions = scotland?.regions ?? []
  expect(tickOf(regions, new Set())).toBe('none')
  expect(tickOf(regions, new Set(['AB', 'B']))).toBe('some')
  expect(toggled(regions, new Set(['ZE', 'B']))).toEqual(['AB', 'B', 'ZE'])
  expect(tickOf(regions, new Set(['AB', 'B', 'ZE']))).toBe('all')
  expect(toggled(regions, new Set(['AB', 'B', 'ZE']))).toEqual(['B'])
})
