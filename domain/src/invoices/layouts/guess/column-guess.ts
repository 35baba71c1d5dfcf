import type { ChargeCategory } from '../../invoice.ts'
import type { GuessedField } from './guess-words.ts'

/** What a column of an unknown file seems to be: what the mapping studio begins with. */
export type ColumnGuess = {
  /** Counted from 0. */
  readonly place: number
  /** As the header has it; '' without a header. */
  readonly name: string
  readonly field: GuessedField | 'charge' | null
  /** Of a charge. */
  readonly category: ChargeCategory | null
  /** Of a charge that the rows name themselves: where its name stands. */
  readonly namedAt?: number
  /** What the guess comes from: the name, the name and what stands in it, or only what stands in it. */
  readonly by: 'name' | 'content' | null
  /** The first texts that stand there. */
  readonly samples: readonly string[]
}
