import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FeedRefusal } from '@despatch/contract/feeds/feeds'

const HELD = 256 * 1024
const LONGEST_VALUE = 200

/** Refused rows of a run: few in memory, many in a file that nobody else can open and that goes with the run. */
export type Refusals = {
  add(refused: readonly FeedRefusal[]): Promise<void>
  /** The rows in their order, as pieces of JSON without the brackets around. */
  json(): AsyncGenerator<string>
  rows(): AsyncGenerator<FeedRefusal>
  close(): Promise<void>
}

export function openRefusals(): Refusals {
  let held = ''
  let isFirst = true
  let file: FileHandle | undefined
  async function* json(): AsyncGenerator<string> {
    if (file) {
      const read = file.createReadStream({ start: 0, encoding: 'utf8', autoClose: false })
      for await (const piece of read) yield piece as string
    }
    yield held
  }
  return {
    async add(refused) {
      for (const { line, column, reason, value } of refused) {
        const short = value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value
        held += (isFirst ? '' : ',\n') + JSON.stringify({ line, column, reason, value: short.toWellFormed() })
        isFirst = false
      }
      if (held.length < HELD) return
      file ??= await openNameless()
      await file.appendFile(held)
      held = ''
    },
    json,
    async *rows() {
      let rest = ''
      for await (const piece of json()) {
        // A line break is only ever between two rows: within one it is written as \\n.
        const lines = (rest + piece).split(',\n')
        rest = lines.pop() ?? ''
        for (const line of lines) yield JSON.parse(line) as FeedRefusal
      }
      if (rest !== '') yield JSON.parse(rest) as FeedRefusal
    },
    async close() {
      await file?.close()
      file = undefined
    },
  }
}

/** A file without a name: whatever becomes of the process, nothing is left behind. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `despatch-feed-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
