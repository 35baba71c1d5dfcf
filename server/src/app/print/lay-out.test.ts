import { expect, test } from 'vitest'
import { layOut, PAGE } from './lay-out.ts'

const section = (rows: number) => ({
  heading: 'DPD',
  columns: [{ title: 'Parcel', width: 1 }],
  rows: Array.from({ length: rows }, (_, index) => [String(index)]),
})
const form = (rows: readonly number[], notes = ['Cut.']) => ({
  title: 'Form',
  facts: [{ name: 'Client', text: 'ACME' }],
  sections: rows.map(section),
  notes,
  printed: 'now',
})

test.each([[[1]], [[28]], [[29, 3]], [[30, 1, 500]], [[]]])(
  'rows %j: all stand once, in order, within the page',
  (rows) => {
    const pages = layOut(form(rows))
    const items = pages.flat()
    expect(items.filter(({ kind }) => kind === 'row')).toHaveLength(rows.reduce((sum, count) => sum + count, 0))
    expect(items.filter(({ kind }) => kind === 'title')).toHaveLength(1)
    expect(items.filter(({ kind }) => kind === 'note')).toHaveLength(1)
    for (const page of pages) {
      for (const [index, { y }] of page.entries()) {
        expect(y).toBeGreaterThan((page[index - 1]?.y ?? 0) - 1)
        expect(y).toBeLessThan(PAGE.height - PAGE.margin - 18)
      }
    }
  },
)

test('a table that goes on names its columns again; a heading never ends a page', () => {
  const pages = layOut(form([200]))
  expect(pages.length).toBeGreaterThan(5)
  for (const [index, page] of pages.entries()) {
    const heads = page.filter((item) => item.kind === 'head')
    expect(heads.map(({ isAgain }) => isAgain)).toEqual([index > 0])
  }
  for (let first = 1; first < 60; first++)
    for (const page of layOut(form([first, 2]))) expect(['heading', 'head']).not.toContain(page.at(-1)?.kind)
})
