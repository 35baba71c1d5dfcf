import { rowsAtOnce } from './rows-at-once.ts'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { BrokenOff } from '../../files/bytes.ts'
import type { OpenFile } from '../open-file.ts'
import type { FileRow } from '../../files/csv-splitter.ts'
import type { Tally } from '../tally.ts'

/** Rows that are written in one transaction: enough that a commit costs little, few enough to be held in memory. */
const CHUNK = 10_000
/** Texts of rows that belong together and are held until the last of them has come, in characters. */
const MAX_TOGETHER = 16_000_000

/** What rows are gathered into until they are written. */
export type Gatherer<Chunk> = {
  /** How many rows a chunk of now would have. */
  readonly size: number
  add(row: FileRow): void
  /** What has come and is whole; at the proper end of a file, all of it. */
  take(isEnd: boolean): Chunk
  /** Forgets what is not whole: the file broke off within it. Gives how many rows that were. */
  dropOpen(): number
}

/** Reads a file chunk by chunk, and on while the chunk before is being written. Gives whether the file broke off. */
export async function readChunks<Chunk>(given: {
  file: OpenFile
  gatherer: Gatherer<Chunk>
  tally: Tally
  write: (chunk: Chunk) => Promise<void>
  /** Rows in one transaction. */
  chunk?: number | undefined
}): Promise<boolean> {
  const { file, gatherer, tally } = given
  const chunk = rowsAtOnce(given.chunk ?? CHUNK)
  let writing: Promise<void> = Promise.resolve()
  const write = async (isEnd: boolean) => {
    await writing
    writing = given.write(gatherer.take(isEnd))
    // Awaited before the next one; until then a failure must not count as unhandled.
    writing.catch(() => undefined)
  }
  const { isSameGroup } = file
  /** Rows that are written together, as far as they have come: where the file breaks off within them, they never came. */
  let together: FileRow[] = []
  const add = (row: FileRow) => {
    gatherer.add(row)
    tally.read++
  }
  let togetherText = 0
  const addTogether = async () => {
    for (const row of together) {
      add(row)
      if (isTurnUsedUp()) await nextTurn()
    }
    together = []
    togetherText = 0
  }
  let isBroken = false
  try {
    for await (const batch of file.rows) {
      for (const row of batch) {
        if (!isSameGroup) add(row)
        else {
          const before = together.at(-1)
          const isFull = together.length >= chunk || togetherText >= MAX_TOGETHER
          if (before && (isFull || !isSameGroup(before, row))) await addTogether()
          together.push(row)
          togetherText += textOf(row)
        }
        if (gatherer.size >= chunk) await write(false)
        if (isTurnUsedUp()) await nextTurn()
      }
    }
    await addTogether()
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error
    isBroken = true
    tally.read -= gatherer.dropOpen()
  }
  await write(true)
  await writing
  return isBroken
}

function textOf({ cells = [] }: FileRow): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0)
}

export const RAGGED =
  'The row has another number of cells than the header: a comma inside a cell needs quotes around the cell'

/** How many cells a row has that is {@link RAGGED}, undefined where it has as many as the header, but for empty ones behind. */
export function raggedValue(row: FileRow & { fault?: undefined }, columns: number): string | undefined {
  const count = row.count ?? row.cells.length
  if (count > columns && row.cells.slice(columns).every((cell) => cell.trim() === '') && row.count === undefined)
    return undefined
  return count === columns ? undefined : `${count} instead of ${columns}`
}
