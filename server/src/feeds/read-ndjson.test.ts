import { expect, test } from 'vitest'
import { LONGEST_ROW } from './read-csv.ts'
import { readNdjson } from './read-ndjson.ts'

async function read(text: string, size = 4) {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const rows = []
  for await (const batch of readNdjson(pieces(), ['SKU', 'note'], '{"SKU": "A"}')) rows.push(...batch)
  return rows.map((row) => [row.line, ...(row.cells ?? [row.fault])])
}

const objects = ['{"SKU":"A"}', '', '{"sku":2,"Note":"é"}', '{"SKU":"C"}']
const rows = [
  [1, 'A', ''],
  [3, '2', 'é'],
  [4, 'C', ''],
]
test.each(['\n', '\r\n', '\r'])('lines may end with %j, wherever the file is cut into pieces', async (end) => {
  for (const size of [1, 2, 3, 5, 1000]) {
    expect(await read(objects.join(end), size), `${size}`).toEqual(rows)
    expect(await read(objects.join(end) + end, size), `${size}`).toEqual(rows)
  }
})

test('what is no object is told what one of the feed looks like', async () =>
  expect(await read('{"SKU":\n[1]\n{"SKU":{}}')).toEqual([
    [1, 'This line is no JSON object: each line of NDJSON is one, like {"SKU": "A"}'],
    [2, 'This line is no JSON object: each line of NDJSON is one, like {"SKU": "A"}'],
    [3, 'A value on this line is neither text nor number'],
  ]))

test('a line that is too long is the last', async () =>
  expect(await read(`{"SKU":"A"}\n{"SKU":"${'x'.repeat(2 * LONGEST_ROW)}"}\n{"SKU":"B"}`, 65_536)).toEqual([
    [1, 'A', ''],
    [2, 'This line is longer than 1 MB: the file is read no further'],
  ]))
