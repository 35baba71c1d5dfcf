import type { ChargeCategory } from '../../../routing/terms/charge-category.ts'
import type { GuessedField } from './guess-words.ts'

/** What a column of an unknown file seems to be: the mapping studio starts with these guesses. */
export type ColumnGuess = {
  /** Counted from 0. */
  readonly place: number
  /** From the header; '' without a header. */
  readonly name: string
  readonly field: GuessedField | 'charge' | null
  /** The category of a charge. */
  readonly category: ChargeCategory | null
  /** For a charge named in the rows: the position of the column with its name. */
  readonly namedAt?: number
  /** What the guess is based on: the name (perhaps with the content), or only the content. */
  readonly by: 'name' | 'content' | null
  /** The first texts in the column. */
  readonly samples: readonly string[]
}
