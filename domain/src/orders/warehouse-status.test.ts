import { describe, expect, test } from 'vitest'
import type { OrderStatus } from './order-status.ts'
import { heldBackNote, nextWarehouseStatus, type WarehouseStatus } from './warehouse-status.ts'

describe('reports from the warehouse', () => {
  // Status before, and after Picking, Packed and Despatched.
  test.each<[OrderStatus, string]>([
    ['N', 'PKD'],
    ['R', 'PKD'],
    ['S', 'PKD'],
    ['C', 'PKD'],
    ['P', '-KD'],
    ['K', '--D'],
    ['D', '---'],
    ['V', '---'],
  ])('%s advances, and never goes back: %s', (status, expected) =>
    expect((['P', 'K', 'D'] as const).map((reached) => nextWarehouseStatus(status, reached) ?? '-').join('')).toBe(
      expected,
    ),
  )

  test.each<[OrderStatus, string, WarehouseStatus, string]>([
    ['C', '', 'D', 'Despatched although it was cancelled'],
    ['S', 'Out of stock', 'D', 'Despatched although it was suspended (Out of stock)'],
    ['S', '', 'P', 'Picking although it was suspended'],
    ['N', '', 'D', ''],
    ['K', '', 'D', ''],
  ])('%s, suspended for %j, advancing to %s is noted: %j', (status, suspendedFor, reached, words) =>
    expect(heldBackNote({ status, suspendedFor }, reached)).toBe(words),
  )
})
