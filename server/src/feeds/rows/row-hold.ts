import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { AppError } from '../../process/app-error.ts'
import type { FileRow } from '../../files/csv-splitter.ts'
import { openTemporaryFile, type TemporaryFile } from '../../files/temporary-file.ts'

/** Characters held in memory, plus {@link ROW_CHARS} for each row; the rest goes to a nameless file. */
const MAX_CHARS_IN_MEMORY = 4_000_000
/** Held in total: bytes of the file, plus characters still in memory. */
const MAX_HELD = 2_000_000_000
/** Overhead of a row, so that a file of many tiny rows is limited too. */
const ROW_CHARS = 100
/** Characters written to the file at a time, because the event loop is blocked while they are encoded. */
const PIECE_CHARS = 256 * 1024

const TOO_LARGE = 'The file is too large to detect its date format. Set the format in a mapping.'

export type RowHold = {
  readonly size: number
  /** @throws AppError (422) if there are too many rows to hold */
  add(rows: readonly FileRow[]): Promise<void>
  /** Removes and returns the rows in order. */
  take(): AsyncGenerator<FileRow[]>
  close(): Promise<void>
}

export function openRowHold({ inMemory = MAX_CHARS_IN_MEMORY, inAll = MAX_HELD } = {}): RowHold {
  let rows: FileRow[] = []
  let size = 0
  let held = 0
  let written = 0
  let file: TemporaryFile | undefined
  const spill = async () => {
    file ??= await openTemporaryFile({ isNameless: true })
    let lines = ''
    const to = file
    const write = async () => {
      const bytes = Buffer.from(lines)
      lines = ''
      written += bytes.length
      await to.append(bytes)
    }
    for (const row of rows) {
      lines += `${JSON.stringify(row)}\n`
      if (lines.length >= PIECE_CHARS) await write()
      if (isTurnUsedUp()) await nextTurn()
    }
    rows = []
    held = 0
    await write()
  }
  const close = async () => {
    await file?.handle.close()
    file = undefined
  }
  return {
    get size() {
      return size
    },
    async add(more) {
      for (const row of more) {
        rows.push(row)
        held += sizeOf(row)
      }
      size += more.length
      if (written + held > inAll) throw new AppError('unprocessable', TOO_LARGE)
      if (held > inMemory) await spill()
    },
    async *take() {
      const last = rows
      rows = []
      size = 0
      if (file) yield* spilled(file)
      await close()
      written = held = 0
      if (last.length > 0) yield last
    },
    close,
  }
}

function sizeOf({ cells, fault = '', value = '' }: FileRow & { value?: string }): number {
  return cells?.reduce((sum, cell) => sum + cell.length, ROW_CHARS) ?? ROW_CHARS + fault.length + value.length
}

async function* spilled({ handle }: TemporaryFile): AsyncGenerator<FileRow[]> {
  let rest = ''
  for await (const piece of handle.createReadStream({ start: 0, encoding: 'utf8', autoClose: false })) {
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
