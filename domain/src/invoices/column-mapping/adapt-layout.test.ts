import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dpdEnglishRow, UPS_ROWS } from '../../testing/carrier-rows.ts'
import { LAYOUT_SAMPLES } from '../../testing/layout-samples.ts'
import { firstOf, known, numbered, readAll } from '../../testing/invoice-files.ts'
import { columnsOf, isNeeded } from '../reading/read-plan.ts'
import { adaptLayout } from './adapt-layout.ts'
import { DPD_ENGLISH } from './dpd-mainland.ts'
import type { Layout } from './layout.ts'
import { UPS_WITHOUT_HEADER } from './ups.ts'

const essence = (rows: ReturnType<typeof numbered>, layout: Layout): unknown => {
  const { details, invoices, refused } = readAll(rows, { file: known(rows, [layout]) })
  return { details, invoices: invoices.map(({ billed, proof }) => ({ billed, net: proof.net })), refused }
}

describe.each(LAYOUT_SAMPLES)('a file like $layout.code', ({ layout, before, rows }) => {
  const header = [...(layout.header ?? [])]
  const names = [
    ...new Set(
      columnsOf(layout).flatMap((column) => ('names' in column && isNeeded(column) ? [column.names[0] ?? ''] : [])),
    ),
  ]
  const plain = numbered([...before, header, ...rows])

  test('with one renamed column is read, and so is a file with the old name', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), (name) => {
        const file = numbered([...before, header.map((one) => (one === name ? 'Quite another' : one)), ...rows])
        const adapted = adaptLayout(layout, firstOf(file))
        expect(adapted).toMatchObject({ missing: [], renamed: [{ from: name, to: 'Quite another' }] })
        for (const one of [file, plain]) expect(essence(one, adapted?.layout ?? layout)).toEqual(essence(plain, layout))
      }),
      { numRuns: 6 },
    )
  })

  test('that lacks a column names it, and uses no other in its place', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), (name) => {
        const place = header.indexOf(name)
        const file = [...before, ...[header, ...rows].map((row) => row.toSpliced(place, 1))]
        const adapted = adaptLayout(layout, firstOf(numbered(file)))
        expect(adapted?.missing).toEqual([`${name} is missing`])
        const left = columnsOf(adapted?.layout ?? layout).flatMap((column) => ('names' in column ? column.names : []))
        expect(left).not.toContain(name)
      }),
      { numRuns: 6 },
    )
  })

  test('with cells shifted against their names is not read', () => {
    const file = numbered([...before, header, ...rows.map((row) => ['x', ...row.slice(0, -1)])])
    expect(adaptLayout(layout, firstOf(file))?.missing.join()).toMatch(/has different content/)
  })
})

test('columns known only by their positions are not adapted', () => {
  expect(adaptLayout(UPS_WITHOUT_HEADER, firstOf(numbered(UPS_ROWS)))).toBeNull()
})

test('of several new names, the one that fits the missing column is used', () => {
  const header = (DPD_ENGLISH.header ?? []).map((one) => (one === 'Parcel number' ? 'Barcode' : one))
  const file = numbered([
    ['Promotion', ...header],
    ['spring', ...dpdEnglishRow({})],
  ])
  expect(adaptLayout(DPD_ENGLISH, firstOf(file))).toMatchObject({
    missing: [],
    renamed: [{ from: 'Parcel number', to: 'Barcode' }],
  })
})
