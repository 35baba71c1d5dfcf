import { expect, test } from 'vitest'
import type { FileRow } from '../../files/csv-splitter.ts'
import { openRowHold } from './row-hold.ts'

const row = (line: number): FileRow => ({ line, cells: ['a\n"é"\u2028', `${line}`.repeat(100)] })
const fault: FileRow = { line: 9, fault: 'The quotes', value: '"' }

test.each([1_000_000, 1000, 1])(
  'rows come back in their order, whether %d characters fit into memory or fewer',
  async (inMemory) => {
    const hold = openRowHold({ inMemory })
    const rows = Array.from({ length: 20 }, (_, at) => row(at))
    await hold.add(rows.slice(0, 7))
    await hold.add([fault])
    await hold.add(rows.slice(7))
    expect(hold.size).toBe(21)
    const taken: FileRow[] = []
    for await (const batch of hold.take()) taken.push(...batch)
    expect(taken).toEqual([...rows.slice(0, 7), fault, ...rows.slice(7)])
    expect(hold.size).toBe(0)
    await hold.close()
  },
)

test('more rows than can be held are refused with advice', async () => {
  const hold = openRowHold({ inMemory: 100, inAll: 800 })
  await hold.add([row(1), row(2)])
  await expect(hold.add([row(3), row(4), row(5)])).rejects.toThrow(/Set the format in a mapping/)
  await hold.close()
})

test.each<[string, number, FileRow]>([
  ['broken quotes', 5_500, { line: 2, fault: 'The quotes', value: '' }],
  ['one letter', 9_500, { line: 2, cells: ['x'] }],
  ['unseen signs, which are written as six', 60, { line: 2, cells: ['\u0001'.repeat(1000)] }],
])('rows of %s count for what they take, in memory and in the file', async (_of, most, one) => {
  const hold = openRowHold({ inMemory: 10_000, inAll: 200_000 })
  const add = async () => {
    for (let times = 0; times < 4_000; times++) await hold.add(Array.from({ length: 5 }, () => one))
  }
  await expect(add()).rejects.toThrow(/Set the format in a mapping/)
  expect(hold.size).toBeLessThan(most)
  await hold.close()
})
