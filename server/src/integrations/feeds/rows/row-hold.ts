import type { FileHandle } from 'node:fs/promises'
import { isTurnUsedUp, nextTurn } from '../../../process/loop-budget.ts'
import { Refusal } from '../../../process/refusal.ts'
import type { FileRow } from '../../../files/csv-splitter.ts'
import { openNameless } from './refusals.ts'

/** Held in memory, in characters; what is more goes to a file that nobody else can open. */
const IN_MEMORY = 4_000_000
/** Held in all, in characters. */
const IN_ALL = 2_000_000_000

const TOO_LARGE =
  'The file is too large for its dates to be compared with each other before anything of it is taken. Choose their format in a mapping, and it is taken as it comes.'

/** Rows that wait to be passed on. */
export type RowHold = {
  /** How many rows are held. */
  readonly size: number
  /** Throws a Refusal (unprocessable) where there are too many to be held. */
  add(rows: readonly FileRow[]): Promise<void>
  /** The rows in their order; none is held afterwards. */
  take(): AsyncGenerator<FileRow[]>
  close(): Promise<void>
}

export function openRowHold({ inMemory = IN_MEMORY, inAll = IN_ALL } = {}): RowHold {
  let rows: FileRow[] = []
  let size = 0
  let text = 0
  let written = 0
  let file: FileHandle | undefined
  const spill = async () => {
    file ??= await openNameless()
    let lines = ''
    for (const row of rows) {
      lines += `${JSON.stringify(row)}\n`
      if (isTurnUsedUp()) await nextTurn()
    }
    rows = []
    written += text
    text = 0
    await file.appendFile(lines)
  }
  async function* spilled(from: FileHandle): AsyncGenerator<FileRow[]> {
    let rest = ''
    for await (const piece of from.createReadStream({ start: 0, encoding: 'utf8', autoClose: false })) {
      const lines = (rest + (piece as string)).split('\n')
      rest = lines.pop() ?? ''
      const read: FileRow[] = []
      for (const line of lines) {
        read.push(JSON.parse(line) as FileRow)
        if (isTurnUsedUp()) await nextTurn()
      }
      if (read.length > 0) yield read
    }
  }
  const close = async () => {
    await file?.close()
    file = undefined
  }
  return {
    get size() {
      return size
    },
    async add(more) {
      for (const row of more) {
        rows.push(row)
        text += row.cells?.reduce((sum, cell) => sum + cell.length, 0) ?? 0
      }
      size += more.length
      if (written + text > inAll) throw new Refusal('unprocessable', TOO_LARGE)
      if (text > inMemory) await spill()
    },
    async *take() {
      const last = rows
      rows = []
      size = 0
      if (file) yield* spilled(file)
      await close()
      written = text = 0
      if (last.length > 0) yield last
    },
    close,
  }
}
