import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dpdEnglishRow, UPS_ROWS } from '../../testing/carrier-rows.ts'
import { LAYOUT_SAMPLES } from '../../testing/layout-samples.ts'
import { firstOf, known, numbered, readAll } from '../../testing/invoice-files.ts'
import { columnsOf, isNeeded } from '../reading/read-plan.ts'
import { adoptLayout } from './adopt-layout.ts'
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

  test('of which one column was renamed is read by it as before, and so is the file with the old name', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), (name) => {
        const file = numbered([...before, header.map((one) => (one === name ? 'Quite another' : one)), ...rows])
        const adopted = adoptLayout(layout, firstOf(file))
        expect(adopted).toMatchObject({ missing: [], renamed: [{ from: name, to: 'Quite another' }] })
        for (const one of [file, plain]) expect(essence(one, adopted?.layout ?? layout)).toEqual(essence(plain, layout))
      }),
      { numRuns: 6 },
    )
  })

  test('that lacks a column says which, and takes no other for it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), (name) => {
        const place = header.indexOf(name)
        const file = [...before, ...[header, ...rows].map((row) => row.toSpliced(place, 1))]
        const adopted = adoptLayout(layout, firstOf(numbered(file)))
        expect(adopted?.missing).toEqual([`${name} is not there`])
        const left = columnsOf(adopted?.layout ?? layout).flatMap((column) => ('names' in column ? column.names : []))
        expect(left).not.toContain(name)
      }),
      { numRuns: 6 },
    )
  })

  test('whose cells have shifted against their names is not read by them', () => {
    const file = numbered([...before, header, ...rows.map((row) => ['x', ...row.slice(0, -1)])])
    expect(adoptLayout(layout, firstOf(file))?.missing.join()).toMatch(/holds something else/)
  })
})

test('columns that are known by their places alone are not adopted', () => {
  expect(adoptLayout(UPS_WITHOUT_HEADER, firstOf(numbered(UPS_ROWS)))).toBeNull()
})

test('of several new names the one is taken that says and holds what is missing', () => {
  const header = (DPD_ENGLISH.header ?? []).map((one) => (one === 'Parcel number' ? 'Barcode' : one))
  const file = numbered([
    ['Promotion', ...header],
    ['spring', ...dpdEnglishRow({})],
  ])
  expect(adoptLayout(DPD_ENGLISH, firstOf(file))).toMatchObject({
    missing: [],
    renamed: [{ from: 'Parcel number', to: 'Barcode' }],
  })
})
