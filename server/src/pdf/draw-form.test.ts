import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { drawnText } from '../testing/pdf/drawn-text.ts'
import { inNumber } from '../testing/in-number.ts'
import { measureLongestTurn } from '../testing/longest-turn.ts'
import { partsOf, readPdf } from '../testing/pdf/read-pdf.ts'
import { printForm } from './print-form.ts'
import { isolate, type PrintedForm } from './printed-form.ts'

const form = (rows: Iterable<readonly string[]>): PrintedForm => ({
  title: 'Parcels',
  facts: [{ name: 'Client', text: 'ACME' }],
  tables: [
    {
      heading: 'By carrier',
      columns: [
        { title: 'Number', width: 2 },
        { title: 'Name', width: 3 },
        { title: 'Days', width: 1, align: 'right' },
      ],
      rows,
    },
  ],
  notes: ['The end.'],
  footer: 'Printed now',
})
const REPLACED = "Some characters could not be printed: '□' stands for each."
const countedRows = (count: number) =>
  Array.from({ length: count }, (_, row) => [`N${row + 1}`, `Name ${row + 1}`, String(row % 40)])
const oneLine = (text = '') => text.replaceAll(/\s+/g, ' ')
async function cellsOf(texts: readonly (readonly string[])[]) {
  const { pages } = await readPdf(await printForm(form(texts)))
  const rows = pages
    .flatMap(({ tree }) => partsOf(tree, 'TR').map((row) => row.children.map(({ text }) => text)))
    // A page's structure tree has the rows of all pages, without text from other pages.
    .filter((row) => row.some((text) => text !== ''))
  return { pages, rows: rows.slice(1) }
}

test.each([
  ['Chinese', '汉字 快递服务有限公司', '汉字 快递服务有限公司'],
  ['Japanese', '東京都千代田区丸の内「ヤマト運輸」', '東京都千代田区丸の内「ヤマト運輸」'],
  ['Korean', '대한통운 택배 서울특별시', '대한통운 택배 서울특별시'],
  ['Thai', 'กรุงเทพมหานคร', 'กรุงเทพมหานคร'],
  ['Polish, Greek, Russian', 'Łódź Ωmega Шарик', 'Łódź Ωmega Шарик'],
  ['Vietnamese, composed of marks', 'Nguyễn'.normalize('NFD'), 'Nguyễn'],
  ['a character of two code units', '𠮷野家', '𠮷野家'],
  ['emoji', 'from us 🎂👨\u200d👩\u200d👧❤\ufe0f', 'from us 🎂👨\u200d👩\u200d👧❤'],
  ['Arabic with brackets and both kinds of digits', 'محمد عبد الله بن ١٢٣ (شركة) 45', 'محمد عبد الله بن ١٢٣ (شركة) 45'],
  ['Hebrew', 'שלום עולם 12 רחוב', 'שלום עולם 12 רחוב'],
  ['Urdu', 'مکان نمبر ۱۲، لاہور', 'مکان نمبر ۱۲، لاہور'],
  ['Tamil', 'தமிழ்நாடு', 'தமிழ்நாடு'],
  ['Hindi', 'नमस्ते', 'नमस्ते'],
  ['control characters and marks of direction', 'a\u0000b\tc\u2028d\u202ee', 'a b c de'],
  ['names that every object has', 'constructor __proto__ toString', 'constructor __proto__ toString'],
])('%s: printed in visual order', async (_, text, printed) => {
  const { rows, pages } = await cellsOf([['1', text, '2']])
  expect(rows).toEqual([['1', printed, '2']])
  expect(pages[0]?.text).not.toContain(REPLACED)
})

test('right-to-left text starts at the right of its column; numbers stay in theirs', async () => {
  const bytes = await printForm(form([['1', 'שלום', '12']]))
  const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const { items } = await (await doc.getPage(1)).getTextContent()
  await doc.destroy()
  const endOf = (text: string) => {
    const item = items.find((one) => 'str' in one && one.str === text)
    return item && 'str' in item ? Math.round(Number(item.transform[4]) + item.width) : undefined
  }
  // Shares of 2, 3 and 1 of an A4 page, with 8 points between two columns.
  expect([endOf('שלום'), endOf('12')]).toEqual([Math.round(36 + (769.89 * 5) / 6 - 8), Math.round(36 + 769.89 - 8)])
})

test('a right-to-left name does not reverse the facts and the footer around it', async () => {
  const drawn = await drawnText(
    await printForm({
      ...form([]),
      facts: [{ name: 'Shop', text: 'מחסן \u202e3' }],
      footer: `${isolate('מחסן')}, return R-1`,
    }),
  )
  const seen = Array.from('מחסן').toReversed().join('')
  expect(drawn).toContain(`Shop: 3 ${seen}`)
  expect(drawn).toContain(`${seen}, return R-1`)
})

test('characters that no font has are boxes, with a note', async () => {
  const { rows, pages } = await cellsOf([['1', 'a\uE123b ᚠᚢ', '2']])
  expect(rows).toEqual([['1', 'a□b □□', '2']])
  expect(pages[0]?.text).toContain(REPLACED)
})

test.each([
  ['of many words', Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ')],
  ['of one word of 10,000 characters', '0123456789'.repeat(1000)],
])('a cell %s continues over pages, complete', async (_, text) => {
  const { pages } = await cellsOf([
    ['1', text, '2'],
    ['3', 'after', '4'],
  ])
  expect(pages.length).toBeGreaterThan(1)
  const names = pages.flatMap(({ tree }) => partsOf(tree, 'TR').flatMap((row) => row.children[1]?.text ?? []))
  expect(names.join('').replaceAll(' ', '')).toBe(`Name${text}after`.replaceAll(' ', ''))
})

test('each page has its number, the form’s title and the column names', async () => {
  const { pages, rows } = await cellsOf(countedRows(120))
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, { text }] of pages.entries()) {
    expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(text).toContain('Printed now')
    expect(text).toMatch(/Number\s+Name\s+Days/)
    if (index > 0) expect(text).toContain('Parcels, ACME')
  }
  expect(rows).toEqual(countedRows(120))
  expect(pages.at(-1)?.text).toContain('The end.')
})

test('a heading is never the last line of a page', async () => {
  for (const count of [21, 23, 24, 25, 26, 28]) {
    const { tables, ...rest } = form(countedRows(count))
    const { pages } = await readPdf(
      await printForm({ ...rest, tables: [...tables, ...form([['1', 'a', '2']]).tables] }),
    )
    const [first, last] = pages.flatMap(({ text }) => oneLine(text).split('By carrier').slice(1))
    expect(first).toContain('Number Name Days N1')
    expect(last).toContain('Number Name Days 1 a 2')
  }
})

test(
  'tens of thousands of rows print in a small file and bounded memory without blocking',
  { timeout: 180_000 },
  async () => {
    const ROWS = inNumber(12_000, 50_000)
    const nameOf = (row: number) => `JD0002${String(row * 7919).padStart(12, '0')}`
    function* rows() {
      for (let row = 1; row <= ROWS; row++) yield [nameOf(row), `Name ${row}`, String(row % 40)]
    }
    await printForm(form([]))
    const before = process.memoryUsage().rss
    const longestTurn = measureLongestTurn()
    const bytes = await printForm(form(rows()))
    expect(longestTurn()).toBeLessThan(500)
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(500)
    expect(bytes.length).toBeLessThan(ROWS * 160)
    const { count, isMarked, pages } = await readPdf(bytes, (of) => [of])
    expect(count).toBeGreaterThan(ROWS / 50)
    // Forms with this many rows are not tagged.
    expect(isMarked).toBe(false)
    expect(pages[0]?.text).toContain(`Page ${count} of ${count}`)
    expect(oneLine(pages[0]?.text)).toContain(`${nameOf(ROWS)} Name ${ROWS} 0 The end.`)
  },
)
