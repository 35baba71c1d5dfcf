import { expect, test } from 'vitest'
import { LONGEST_LINE, readNdjson } from './read-ndjson.ts'

async function read(text: string, size = 4) {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const rows = []
  for await (const batch of readNdjson(pieces(), { keys: ['SKU', 'note'], example: '{"SKU": "A"}' }))
    rows.push(...batch)
  return rows.map((row) => [row.line, ...(row.cells ?? [row.fault])])
}

const objects = ['{"SKU":"A"}', '', '{"sku":2,"Note":"é"}', '{"SKU":"C"}']
const rows = [
  [1, 'A', ''],
  [3, '2', 'é'],
  [4, 'C', ''],
]
test.each(['\n', '\r\n', '\r'])('lines may end with %j, wherever the chunks are cut', async (end) => {
  for (const size of [1, 2, 3, 5, 1000]) {
    expect(await read(objects.join(end), size), `${size}`).toEqual(rows)
    expect(await read(objects.join(end) + end, size), `${size}`).toEqual(rows)
  }
})

test('a line that is no object is refused with an example of the feed’s objects', async () =>
  expect(await read('{"SKU":\n[1]\n{"SKU":{}}')).toEqual([
    [1, 'This line is no JSON object: each line of NDJSON is one, like {"SKU": "A"}'],
    [2, 'This line is no JSON object: each line of NDJSON is one, like {"SKU": "A"}'],
    [3, 'A value on this line is neither text nor number'],
  ]))

test('numbers are read exactly; those that JSON cannot hold are refused', async () => {
  const exact =
    'A number on this line has more digits than JSON keeps, so it may have changed on its way: write it as a text, in quotes'
  const numbers = [
    '3.3000000000000003',
    '434.99999999999994',
    '-0',
    '1e-7',
    '12.50',
    '5012345678900',
    '1e21',
    '12345678901234567890',
    '1e400',
  ]
  expect(await read(numbers.map((number) => `{"SKU":${number}}`).join('\n'), 1000)).toEqual([
    [1, '3.3', ''],
    [2, '435', ''],
    [3, '0', ''],
    [4, '1e-7', ''],
    [5, '12.5', ''],
    [6, '5012345678900', ''],
    [7, exact],
    [8, exact],
    [9, exact],
  ])
})

test('a line that is too long is refused, and the next ones are read', async () => {
  const text = `{"SKU":"A"}\n{"SKU":"${'x'.repeat(2 * LONGEST_LINE)}"}\r\n\n{"SKU":"B"}\n{"SKU":"${'x'.repeat(LONGEST_LINE)}`
  const words = 'This line is longer than 100 KB: a row of a feed is one flat object'
  for (const size of [100, 65_536, 1_000_000])
    expect(await read(text, size)).toEqual([
      [1, 'A', ''],
      [2, words],
      [4, 'B', ''],
      [5, words],
    ])
})

test.each(['', '{"note":', '{"SKU":{"a":'])('%j and nested brackets are refused', async (start) => {
  const [row] = await read(`${start}${'['.repeat(30_000)}${']'.repeat(30_000)}}}`, 65_536)
  expect(row?.[1]).toMatch(/^This line is no JSON object|^A value on this line/)
})
