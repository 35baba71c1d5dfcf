import { describe, expect, test } from 'vitest'
import { readCommandLine, USAGE } from './command-line.ts'
import { progressText } from './progress-line.ts'
import { summaryText } from './summary-text.ts'

describe('the command line', () => {
  test('names files, a client and a mapping', () => {
    const line = readCommandLine([
      'orders',
      'a.csv',
      'b.csv',
      '--client',
      'ACME',
      '--mapping',
      'uk',
      '--refusals',
      'r.csv',
    ])
    expect(line).toEqual({
      command: 'feed',
      feed: 'orders',
      files: ['a.csv', 'b.csv'],
      client: 'ACME',
      mapping: 'uk',
      refusals: 'r.csv',
    })
    expect(readCommandLine(['mapping', 'uk', 'uk.json', '--client=ACME'])).toEqual({
      command: 'mapping',
      feed: 'orders',
      name: 'uk',
      file: 'uk.json',
      client: 'ACME',
    })
  })
  test.each([[[]], [['--help']], [['orders', '-h']]])('%j asks for help', (args) =>
    expect(readCommandLine(args)).toEqual({ command: 'help' }),
  )
  test.each([
    [['orders', '--client', 'ACME'], 'Name at least one file.'],
    [['orders', 'a.csv'], 'Say whose they are with --client.'],
    [['mapping', 'uk'], 'Give the name of the mapping, and the file that it is in.'],
    [['return', 'a'], 'There is no feed return: it is orders, despatches, delivery-events, returns, stock or skus.'],
    [['mapping', 'uk', 'uk.json', '--client', 'ACME', '--feed', 'events'], 'There is no feed events'],
    [['stock'], 'Name at least one file.'],
    [['orders', '--colour'], "Unknown option '--colour'"],
  ])('%j is refused with the usage', (args, words) => {
    expect(() => readCommandLine(args)).toThrow(words)
    expect(() => readCommandLine(args)).toThrow(USAGE)
  })
})

test('progress shows percentage, size, rows and speed', () =>
  expect(progressText({ name: 'a.csv', part: 0.5, bytes: 12_400_000, rows: 310_000, ms: 10_000 })).toBe(
    'a.csv [############------------]  50 %, 12.4 MB, 310,000 rows, 31,000 rows/s',
  ))

test('the orders summary lists reasons under their counts', () => {
  const text = summaryText('a.csv', {
    read: 1200,
    created: 1000,
    unchanged: 150,
    leftOut: 30,
    refused: 20,
    ordersCreated: 90,
    skusCreated: 4,
    leftOutByReason: { Cancellation: 30 },
    refusedByReason: { 'SKU is missing': 20 },
    noted: { 'Ignored column: colour': 1200 },
  })
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    'a.csv',
    '1,200  rows read',
    '1,000  created, in 90 new orders; 4 SKUs were unknown and are marked',
    '150  there already',
    '30  left out',
    '30    Cancellation',
    '20  refused',
    '20    SKU is missing',
    'noted',
    '1,200    Ignored column: colour',
  ])
})

test('a row summary lists changed rows and notes', () => {
  const text = summaryText('events.csv', {
    read: 12,
    created: 7,
    changed: 2,
    unchanged: 3,
    leftOut: 0,
    refused: 0,
    leftOutByReason: {},
    refusedByReason: {},
    noted: { 'Parcels delivered': 4 },
  })
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    'events.csv',
    '12  rows read',
    '7  created',
    '2  changed',
    '3  there already',
    '0  left out',
    '0  refused',
    'noted',
    '4    Parcels delivered',
  ])
})
