import { chunkSize } from './chunk-size.ts'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { BrokenOff } from '../../files/bytes.ts'
import type { OpenFile } from '../open-file.ts'
import type { FileRow } from '../../files/csv-splitter.ts'
import type { Tally } from '../tally.ts'

/** Rows written in one transaction: enough to make commits cheap, few enough to hold in memory. */
const CHUNK = 10_000
/** Characters of rows held until their group is complete. */
const MAX_GROUP_CHARS = 16_000_000

/** Collects rows until they are written. */
export type Gatherer<Chunk> = {
  /** Rows that `take` would return now. */
  readonly size: number
  add(row: FileRow): void
  /** Removes and returns complete rows; at the end of a file, all rows. */
  take(isEnd: boolean): Chunk
  /** Drops an incomplete group, because the file broke off within it. Returns how many rows it had. */
  dropOpen(): number
}

/** Reads a file in chunks, reading the next chunk while one is being written. Returns whether the file broke off. */
export async function readChunks<Chunk>(input: {
  file: OpenFile
  gatherer: Gatherer<Chunk>
  tally: Tally
  write: (chunk: Chunk) => Promise<void>
  chunk?: number | undefined
}): Promise<boolean> {
  const { file, gatherer, tally } = input
  const chunk = chunkSize(input.chunk ?? CHUNK)
  let writing: Promise<void> = Promise.resolve()
  const write = async (isEnd: boolean) => {
    await writing
    writing = input.write(gatherer.take(isEnd))
    // Awaited before the next write; until then a failure must not count as unhandled.
    writing.catch(() => undefined)
  }
  const { isSameGroup } = file
  /** The incomplete group of rows; dropped if the file breaks off within it. */
  let group: FileRow[] = []
  const add = (row: FileRow) => {
    gatherer.add(row)
    tally.read++
  }
  let groupChars = 0
  const addGroup = async () => {
    for (const row of group) {
      add(row)
      if (isTurnUsedUp()) await nextTurn()
    }
    group = []
    groupChars = 0
  }
  let isBroken = false
  try {
    for await (const batch of file.rows) {
      for (const row of batch) {
        if (!isSameGroup) add(row)
        else {
          const before = group.at(-1)
          const isFull = group.length >= chunk || groupChars >= MAX_GROUP_CHARS
          if (before && (isFull || !isSameGroup(before, row))) await addGroup()
          group.push(row)
          groupChars += charsOf(row)
        }
        if (gatherer.size >= chunk) await write(false)
        if (isTurnUsedUp()) await nextTurn()
      }
    }
    await addGroup()
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error
    isBroken = true
    tally.read -= gatherer.dropOpen()
  }
  await write(true)
  await writing
  return isBroken
}

function charsOf({ cells = [] }: FileRow): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0)
}

export const RAGGED = 'The row has a different number of cells than the header. Put quotes around cells with commas'

/**
 * Describes the cell count of a row that is {@link RAGGED}; undefined if it has as many cells as the header, ignoring
 * extra empty ones.
 */
export function raggedValue(row: FileRow & { fault?: undefined }, columns: number): string | undefined {
  const count = row.count ?? row.cells.length
  if (count > columns && row.cells.slice(columns).every((cell) => cell.trim() === '') && row.count === undefined)
    return undefined
  return count === columns ? undefined : `${count} instead of ${columns}`
}
