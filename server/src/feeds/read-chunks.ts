import { BrokenOff } from './bytes.ts'
import type { OpenFile } from './open-file.ts'
import type { FileRow } from './read-csv.ts'
import type { Tally } from './tally.ts'

/** Rows that are written in one transaction: enough that a commit costs little, few enough to be held in memory. */
const CHUNK = 10_000

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
  const { file, gatherer, tally, chunk = CHUNK } = given
  let writing: Promise<void> = Promise.resolve()
  const write = async (isEnd: boolean) => {
    await writing
    writing = given.write(gatherer.take(isEnd))
    // Awaited before the next one; until then a failure must not count as unhandled.
    writing.catch(() => undefined)
  }
  const { goesOn } = file
  /** Rows that are written together, as far as they have come: where the file breaks off within them, they never came. */
  let together: FileRow[] = []
  const add = (row: FileRow) => {
    gatherer.add(row)
    tally.read++
  }
  const addTogether = () => {
    together.forEach(add)
    together = []
  }
  let isBroken = false
  try {
    for await (const batch of file.rows) {
      for (const row of batch) {
        if (!goesOn) add(row)
        else {
          const before = together.at(-1)
          if (before && (together.length >= chunk || !goesOn(before, row))) addTogether()
          together.push(row)
        }
        if (gatherer.size >= chunk) await write(false)
      }
    }
    addTogether()
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error
    isBroken = true
    tally.read -= gatherer.dropOpen()
  }
  await write(true)
  await writing
  return isBroken
}

export const RAGGED =
  'The row has another number of cells than the header: a comma inside a cell needs quotes around the cell'
