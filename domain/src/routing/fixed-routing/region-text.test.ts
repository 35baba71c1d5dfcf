import { expect, test } from 'vitest'
import { regionItems, regionListText, regionText, wholeRegionText } from './region-text.ts'

const region = (code: string, name: string, part: string) => ({ code, name, part })
const ALL = [
  region('AB', 'Aberdeen', 'Scotland'),
  region('AL', 'St Albans', 'East of England'),
  region('B', 'Birmingham', 'West Midlands'),
  region('BT', 'Belfast', 'Northern Ireland'),
  region('CF', 'Cardiff', 'Wales'),
  region('CV', 'Coventry', 'West Midlands'),
  region('LU', 'Luton', 'East of England'),
  region('SA', 'Swansea', 'Wales'),
  region('ZE', 'Lerwick', 'Scotland'),
]
const every = ALL.map(({ code }) => code)

test.each([
  [[], 'Everywhere'],
  [every, 'Everywhere in the UK'],
  [['ZE'], 'ZE Lerwick'],
  [['BT'], 'BT Belfast'],
  [['ZE', 'AL'], 'AL St Albans, ZE Lerwick'],
  [['ZE', 'ZE'], 'ZE Lerwick'],
  [['ZE', 'AL', 'B'], 'AL St Albans, B Birmingham, ZE Lerwick'],
  [['ZE', 'AL', 'B', 'CF'], 'AL St Albans, B Birmingham and 2 more'],
  [['ZE', 'AB'], 'All of Scotland'],
  [['ZE', 'AB', 'SA', 'CF'], 'All of Scotland, All of Wales'],
  [['ZE', 'AB', 'AL'], 'All of Scotland, AL St Albans'],
  [['ZE', 'AB', 'AL', 'B', 'SA'], 'All of Scotland, AL St Albans and 2 more'],
  [every.filter((code) => code !== 'BT'), 'All of East of England, All of Scotland and 4 more'],
  [['XX', 'AB'], 'AB Aberdeen, XX'],
])('%j in short: %s', (codes, words) => {
  expect(regionText(codes, ALL)).toBe(words)
})

test('codes are shown if no names are known', () => {
  expect(regionText(['ZE', 'AB'], [])).toBe('AB, ZE')
  expect(regionText(every, [])).toBe('AB, AL and 7 more')
})

test.each([
  [[], 'Everywhere'],
  [every, 'Everywhere in the UK'],
  [['ZE', 'AB', 'AL', 'B', 'SA'], 'All of Scotland, AL St Albans, B Birmingham, SA Swansea'],
])('%j with nothing left out: %s', (codes, words) => {
  expect(wholeRegionText(codes, ALL)).toBe(words)
})

test('all regions in full, by code', () => {
  expect(regionListText(['ZE', 'AB', 'AL', 'B'], ALL)).toBe('AB Aberdeen, AL St Albans, B Birmingham, ZE Lerwick')
})

test('the items of a selection contain each of its regions once', () => {
  const codes = ['ZE', 'AB', 'AL', 'BT']
  expect(regionItems(codes, ALL)).toEqual([
    { name: 'All of Scotland', codes: ['AB', 'ZE'] },
    { name: 'AL St Albans', codes: ['AL'] },
    { name: 'BT Belfast', codes: ['BT'] },
  ])
})
