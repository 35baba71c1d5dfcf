import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { watchTurns } from '../testing/longest-turn.ts'
import { partsOf, readPdf } from '../testing/read-pdf.ts'
import { printForm } from './print-form.ts'
import type { PrintedForm } from './printed-form.ts'

const form = (rows: Iterable<readonly string[]>): PrintedForm => ({
  title: 'Parcels',
  facts: [{ name: 'Client', text: 'ACME' }],
  sections: [
    {
      heading: 'ヤマト運輸',
      columns: [
        { title: 'Number', width: 2 },
        { title: 'Name', width: 3 },
        { title: 'Days', width: 1, align: 'right' },
      ],
      rows,
    },
  ],
  notes: [],
  printed: 'Printed now',
})
const cellsOf = async (rows: readonly (readonly string[])[]) => {
  const { pages } = await readPdf(await printForm(form(rows)))
  return {
    pages,
    rows: pages.flatMap(({ tree }) =>
      partsOf(tree, 'TR')
        .slice(1)
        .map((row) => row.children.map(({ text }) => text)),
    ),
  }
}

test.each([
  ['Chinese', '汉字 快递服务有限公司'],
  ['traditional Chinese', '順豐速運（香港）'],
  ['Japanese', '東京都千代田区丸の内「ヤマト運輸」'],
  ['Korean', '대한통운 택배 서울특별시'],
  ['Thai', 'กรุงเทพมหานคร'],
  ['Polish, Greek, Russian', 'Łódź Ωmega Шарик'],
  ['Armenian, Georgian', 'Երևան თბილისი'],
  ['Vietnamese, composed of marks', 'Nguyễn'.normalize('NFD')],
  ['a character of two code units', '𠮷野家'],
  ['emoji', 'Happy birthday 🎂🎉 from us 👨‍👩‍👧 🇮🇳 1️⃣'],
])('%s is printed in glyphs that say it', async (_, text) => {
  const { rows, pages } = await cellsOf([['1', text, '2']])
  expect(rows).toEqual([['1', text.normalize('NFC'), '2']])
  expect(pages[0]?.text).not.toContain('instead')
})

test.each([
  ['Hebrew', 'שלום', ['שלום']],
  ['Arabic, its letters joined', 'شركة البريد السريع', ['شركة', 'البريد', 'السريع']],
  ['with a number and Latin', 'DHL שלום 24', ['DHL', 'שלום', '24']],
  ['Devanagari', 'नमस्ते', ['नमस्ते']],
])('%s has its words', async (_, text, words) => {
  const { rows, pages } = await cellsOf([['1', text, '2']])
  for (const word of words) expect(rows[0]?.[1]?.normalize('NFKC')).toContain(word.normalize('NFKC'))
  expect(pages[0]?.text).not.toContain('instead')
})

/** What its compressed streams say that begin so, one after the other. */
function streamsOf(pdf: Uint8Array, kind: string): string {
  const file = Buffer.from(pdf).toString('latin1')
  const streams = file.matchAll(new RegExp(`<<\\n${kind}/Length (\\d+)\\n/Filter /FlateDecode\\n>>\\nstream\\n`, 'g'))
  return [...streams]
    .map(({ 0: head, 1: length, index }) => {
      const begin = index + head.length
      return inflateSync(Buffer.from(file.slice(begin, begin + Number(length)), 'latin1')).toString('latin1')
    })
    .join('')
}
const objectsOf = (pdf: Uint8Array) => streamsOf(pdf, '/Type /ObjStm\\n[^>]*')
const contentsOf = (pdf: Uint8Array) => streamsOf(pdf, '')
const hexOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

test.each([
  ['a number that was broken', '0123456789'.repeat(9), true],
  ['words from right to left', 'שלום 24', true],
  ['words broken where they end', 'word '.repeat(40).trim(), false],
  ['words on one line', 'Next Day', false],
])('whether %s is told whole to whoever hears or copies it', async (_, text, isTold) => {
  const objects = objectsOf(await printForm(form([['1', text, '2']])))
  expect(objects).toContain('/S/TBody')
  expect(objects.includes(`/ActualText<feff${hexOf(text)}>`)).toBe(isTold)
})

test.each([
  ['Bengali', 'স্ত্রী কৌশল'],
  ['Gujarati', 'કૃષ્ણ વિદ્યાર્થી'],
  ['Gurmukhi', 'ਸਿੰਘ ਕਿਰਪਾ'],
  ['Kannada', 'ಕೊಡು ಕೋಟಿ'],
  ['Malayalam', 'കൊച്ചി കോഴിക്കോട്'],
  ['Odia', 'ପ୍ରାର୍ଥନା କୌଶଳ'],
  ['Sinhala', 'කොළඹ දේවෝ'],
  ['Tamil', 'கொடு பௌர்ணமி'],
  ['Telugu', 'స్త్రీ రాష్ట్రం'],
  ['emoji that look as another does', '👋🏽 ❤️'],
])('%s is printed, and each word says itself to whoever copies it', async (_, text) => {
  const pdf = await printForm(form([['1', text, '2']]))
  const contents = contentsOf(pdf)
  for (const word of text.split(' ')) expect(contents).toContain(`/Span <</ActualText<feff${hexOf(word)}>>> BDC`)
  expect(objectsOf(pdf)).toContain(`/ActualText<feff${hexOf(text)}>`)
  const { pages } = await readPdf(pdf)
  expect(pages[0]?.text).not.toContain('instead')
})

test('what no font has is told, and the rest of the word printed', async () => {
  const { rows, pages } = await cellsOf([['1', 'a\uE123b', '2\t3']])
  expect(rows).toEqual([['1', 'a?b', '2 3']])
  expect(pages[0]?.text).toContain("One character of no printable alphabet: '?' stands instead.")
})

test('a cell that is taller than a page is one cell on several', async () => {
  const words = Array.from({ length: 900 }, (_, index) => `word${index}`)
  const { pages } = await cellsOf([
    ['1', words.join(' '), '2'],
    ['3', 'after', '4'],
  ])
  expect(pages).toHaveLength(2)
  const cells = pages.map(({ tree }) => partsOf(tree, 'TD').map(({ text }) => text))
  const said = cells.map(([name]) => name?.trim().replaceAll(/(?<=\d)(?=word)/g, ' '))
  expect(said.join(' ')).toBe(words.join(' '))
  expect(cells[1]?.at(-2)).toBe('after')
})

test(
  '50,000 rows: all are there, in a file of 8 MB and bounded memory, and the server goes on',
  { timeout: 180_000 },
  async () => {
    function* rows() {
      for (let row = 1; row <= 50_000; row++)
        yield [`JD0002${String(row * 7919).padStart(12, '0')}`, `Name ${row}`, String(row % 40)]
    }
    await printForm(form([]))
    const before = process.memoryUsage().rss
    const longestTurn = watchTurns()
    const bytes = await printForm(form(rows()))
    expect(longestTurn()).toBeLessThan(500)
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(500)
    expect(bytes.length).toBeLessThan(8e6)
    const { count, pages } = await readPdf(bytes, (of) => [of])
    expect(count).toBeGreaterThan(1000)
    expect(pages[0]?.text).toContain(`Page ${count} of ${count}`)
    const last = pages[0] && partsOf(pages[0].tree, 'TR').at(-1)
    expect(last?.children.map(({ role, text }) => `${role} ${text}`)).toEqual([
      'TH JD0002000395950000',
      'TD Name 50000',
      'TD 0',
    ])
  },
)
