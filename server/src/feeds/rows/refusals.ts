import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { shortValue } from '../../files/short-value.ts'
import { openTemporaryFile, type TemporaryFile } from '../../files/temporary-file.ts'

const MAX_HELD_CHARS = 64 * 1024
/** Refused rows listed of a run. Further ones are only counted, so that no file fills the disk. */
export const MAX_LISTED = 1_000_000
/** Refused rows stored with the run. */
const MAX_STORED = 100
/** Characters of all listed rows. */
const MAX_LISTED_CHARS = 256 * 1024 * 1024

/** Refused rows of a run: few in memory, many in a nameless file that no other process can open and that ends with the run. */
export type Refusals = {
  add(refused: readonly FeedRefusal[]): Promise<void>
  /** How many were not listed. */
  unlisted(): number
  /** The rows in order, as pieces of JSON without the enclosing brackets. */
  json(): AsyncGenerator<string>
  rows(): AsyncGenerator<FeedRefusal>
  /** The first rows, for the list of runs. */
  first(): readonly FeedRefusal[]
  close(): Promise<void>
}

export function openRefusals(mostListed = MAX_LISTED): Refusals {
  let held = ''
  let [listed, unlisted, text] = [0, 0, 0]
  const first: FeedRefusal[] = []
  let file: TemporaryFile | undefined
  async function* json(): AsyncGenerator<string> {
    if (file) {
      const read = file.handle.createReadStream({ start: 0, encoding: 'utf8', autoClose: false })
      for await (const piece of read) yield piece as string
    }
    yield held
  }
  const list = (refusal: FeedRefusal) => {
    const { line, column, reason, value } = refusal
    if (first.length < MAX_STORED) first.push(refusal)
    if (listed >= mostListed || text >= MAX_LISTED_CHARS) {
      unlisted++
      return
    }
    const row = JSON.stringify({ line, column, reason, value: shortValue(value).toWellFormed() })
    held += (listed === 0 ? '' : ',\n') + row
    text += row.length
    listed++
  }
  const spill = async () => {
    const bytes = Buffer.from(held)
    held = ''
    file ??= await openTemporaryFile({ isNameless: true })
    await file.append(bytes)
  }
  return {
    async add(refused) {
      for (const refusal of refused) {
        list(refusal)
        // Check within a long list too: encoding the text of thousands of rows at once would block the event loop.
        if (held.length >= MAX_HELD_CHARS) await spill()
        if (isTurnUsedUp()) await nextTurn()
      }
    },
    unlisted: () => unlisted,
    first: () => first,
    json,
    async *rows() {
      let rest = ''
      for await (const piece of json()) {
        // Rows never contain a line break: JSON writes it as \\n.
        const lines = (rest + piece).split(',\n')
        rest = lines.pop() ?? ''
        for (const line of lines) yield JSON.parse(line) as FeedRefusal
      }
      if (rest !== '') yield JSON.parse(rest) as FeedRefusal
    },
    async close() {
      await file?.handle.close()
      file = undefined
    },
  }
}
