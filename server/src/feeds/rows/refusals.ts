import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { shortValue } from '../../files/short-value.ts'
import { openTemporaryFile, type TemporaryFile } from '../../files/temporary-file.ts'

const HELD = 64 * 1024
/** The refused rows of a run that are listed; further ones are counted, so that no file fills the disk. */
export const MAX_LISTED = 1_000_000
/** So many are kept with their run. */
const MAX_FIRST = 100
/** And in all their text, in characters. */
const MAX_TEXT = 256 * 1024 * 1024

/** Refused rows of a run: few in memory, many in a file that nobody else can open and that goes with the run. */
export type Refusals = {
  add(refused: readonly FeedRefusal[]): Promise<void>
  /** How many were too many to be listed. */
  unlisted(): number
  /** The rows in their order, as pieces of JSON without the brackets around. */
  json(): AsyncGenerator<string>
  rows(): AsyncGenerator<FeedRefusal>
  /** The first of them, for the list of runs. */
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
    if (first.length < MAX_FIRST) first.push(refusal)
    if (listed >= mostListed || text >= MAX_TEXT) {
      unlisted++
      return
    }
    const row = JSON.stringify({ line, column, reason, value: shortValue(value).toWellFormed() })
    held += (listed === 0 ? '' : ',\n') + row
    text += row.length
    listed++
  }
  const putAway = async () => {
    const bytes = Buffer.from(held)
    held = ''
    file ??= await openTemporaryFile({ isNameless: true })
    await file.append(bytes)
  }
  return {
    async add(refused) {
      for (const refusal of refused) {
        list(refusal)
        // Within a long list as well: the text of thousands of rows takes long to be made bytes of, all at once.
        if (held.length >= HELD) await putAway()
        if (isTurnUsedUp()) await nextTurn()
      }
    },
    unlisted: () => unlisted,
    first: () => first,
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
      await file?.handle.close()
      file = undefined
    },
  }
}
