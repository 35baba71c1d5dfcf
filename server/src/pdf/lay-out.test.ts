import { expect, test } from 'vitest'
import { layOut, PAGE, type PlacedItem } from './lay-out.ts'
import type { Wrapped } from './wrap.ts'

const section = (rows: readonly string[]) => ({
  heading: 'DPD',
  columns: [{ title: 'Parcel', width: 1 }],
  rows: rows.map((text) => [text]),
})
const form = (sections: readonly (readonly string[])[], notes = ['Cut.']) => ({
  title: 'Form',
  facts: [{ name: 'Client', text: 'ACME' }],
  sections: sections.map(section),
  notes,
  printed: 'now',
})
/** As wide as a letter is here. */
const byLines = (text: string): Wrapped => ({ lines: text.split('/') })
const counted = (count: number) => Array.from({ length: count }, (_, index) => String(index))
const tall = (lines: number) => counted(lines).join('/')
const pagesOf = (sections: readonly (readonly string[])[]) => layOut(form(sections), byLines)
const textOf = ({ cells }: PlacedItem) => cells[0]?.lines.join('/')

test.each([
  [[counted(1)]],
  [[counted(28)]],
  [[counted(29), counted(3)]],
  [[counted(30), counted(1), counted(500)]],
  [[[tall(3), 'a', tall(20), tall(25), 'b', tall(30)]]],
  [[[tall(100), 'a', tall(37)]]],
  [[]],
])('all stands once, in order, within the page', (sections) => {
  const pages = pagesOf(sections)
  const items = pages.flat()
  const lines = items.filter(({ kind }) => kind === 'row').flatMap(({ cells }) => cells[0]?.lines ?? [])
  expect(lines).toEqual(sections.flat().flatMap((text) => text.split('/')))
  expect(items.filter(({ kind }) => kind === 'title')).toHaveLength(1)
  expect(items.filter(({ kind }) => kind === 'note')).toHaveLength(1)
  for (const page of pages) {
    let beneath = 0
    for (const { y, cells } of page) {
      expect(y).toBeGreaterThanOrEqual(beneath)
      beneath = y + 10 * (cells[0]?.lines.length ?? 0)
      expect(beneath).toBeLessThanOrEqual(PAGE.height - PAGE.margin - 18)
    }
  }
})

test('a row is broken only where it is taller than a page, and says so', () => {
  const rows = pagesOf([['a', tall(20), tall(30), tall(120), 'b']])
    .flat()
    .filter(({ kind }) => kind === 'row')
  expect(rows.filter(({ goesOn, isAgain }) => !goesOn && !isAgain).map(textOf)).toEqual(['a', tall(20), tall(30), 'b'])
  const broken = rows.filter(({ goesOn, isAgain }) => goesOn || isAgain)
  // It begins where there is room, and goes on until it is whole.
  expect(broken.map(({ isAgain = false }) => isAgain)).toEqual([false, ...broken.slice(1).map(() => true)])
  expect(broken.map(({ goesOn = false }) => goesOn)).toEqual([...broken.slice(1).map(() => true), false])
  expect(broken.map(textOf).join('/')).toBe(tall(120))
})

test('a table that goes on names its columns again; a heading never ends a page', () => {
  const pages = pagesOf([counted(200)])
  expect(pages.length).toBeGreaterThan(5)
  for (const [index, page] of pages.entries()) {
    const heads = page.filter((item) => item.kind === 'head')
    expect(heads.map(({ isAgain = false }) => isAgain)).toEqual([index > 0])
  }
  for (let first = 1; first < 60; first++)
    for (const page of pagesOf([counted(first), [tall(9), 'a']]))
      expect(['heading', 'head']).not.toContain(page.at(-1)?.kind)
})
