import { DATE_FORMATS, type DayOrder, dayOrderOf } from './date-format.ts'

/** A date column without a declared format. */
export type UndeclaredColumn = {
  readonly field: string
  /** The field's title on screens. */
  readonly title: string
  /** The column's name in the file. */
  readonly column: string
  /** The order in which the column is read; day first by default. */
  readonly assumed?: DayOrder
}

/** A fault of a whole column, in words for the column and for each of its rows. */
export type Contradiction = { readonly field: string; readonly ofColumn: string; readonly ofRow: string }

/** How the dates of a column are read, in words. `isAssumed` if some of them could be read differently. */
export type DateFinding = {
  readonly field: string
  readonly column: string
  readonly text: string
  readonly isAssumed: boolean
}

type ColumnWithOrder = Omit<UndeclaredColumn, 'assumed'> & { assumed: DayOrder | undefined }

type Seen = { readonly text: string; readonly line: number }

/**
 * Decides the date order of columns without a declared format. Days come first unless another order is assumed; but
 * 3/4/2014 is 3 April only if the column has no 8/27/2014 on any line, so a column is decided after all rows were seen.
 */
export class DateColumns {
  /** Whether a date of numbers alone was seen. */
  isAsked = false
  readonly #columns: readonly UndeclaredColumn[]
  readonly #dayFirst = new Map<string, Seen>()
  readonly #monthFirst = new Map<string, Seen>()
  readonly #either = new Map<string, Seen>()
  /** Dates that are not numbers alone: year first, or the month by name. */
  readonly #others = new Map<string, Seen>()

  constructor(columns: readonly UndeclaredColumn[]) {
    this.#columns = columns
  }

  /** Records a row; `textOf` returns the text of a field. */
  see(textOf: (field: string) => string, line: number): void {
    for (const { field } of this.#columns) {
      const text = textOf(field)
      const order = dayOrderOf(text)
      if (order !== undefined) this.isAsked = true
      else if (text === '') continue
      const seen = this.#seenAs(order)
      if (!seen.has(field)) seen.set(field, { text, line })
    }
  }

  #seenAs(order: DayOrder | 'either' | undefined): Map<string, Seen> {
    if (order === undefined) return this.#others
    if (order === 'either') return this.#either
    return order === 'day-first' ? this.#dayFirst : this.#monthFirst
  }

  /** How each column is read, from the rows so far. */
  findings(): DateFinding[] {
    return this.#columns.map(({ field, title, column, assumed = 'day-first' }) => {
      const [first, other] = assumed === 'day-first' ? ['day', 'month'] : ['month', 'day']
      const sure = (assumed === 'day-first' ? this.#dayFirst : this.#monthFirst).get(field)
      const either = this.#either.get(field)
      const plain = this.#others.get(field)
      const read = (text: string, isAssumed = false) => ({ field, column, text, isAssumed })
      if (sure) return read(`With the ${first} first: ${sure.text} (line ${sure.line}) can be read in no other way.`)
      if (either)
        return read(
          `With the ${first} first, as nothing says otherwise: ${either.text} (line ${either.line}) could have its ${other} first. If it does, choose the format of ${title} in a mapping.`,
          true,
        )
      return read(plain ? `As written, like ${plain.text} (line ${plain.line}).` : 'The column is empty.')
    })
  }

  /** The columns, so far, with a date that contradicts the order in which they are read. */
  contradictions(): Contradiction[] {
    return this.#columns.flatMap(({ field, title, column, assumed }) => {
      const monthFirst = this.#monthFirst.get(field)
      if (assumed === 'month-first' && !this.#dayFirst.has(field)) return []
      if (!monthFirst) return this.#dayFirstUnexpected({ field, title, column, assumed })
      const said = `${monthFirst.text} (line ${monthFirst.line}) has its month first`
      const dayFirst = this.#dayFirst.get(field)
      const words = dayFirst
        ? `The dates of column ${column} contradict one another: ${said}, and ${dayFirst.text} (line ${dayFirst.line}) its day. ` +
          `No format fits all of them: write them alike, or choose in a mapping which one ${title} has.`
        : `The dates of column ${column} contradict the order in which they are read: ${said}, and days come first where no format is given. ` +
          `All of them fit the format ${DATE_FORMATS['month-first']} (month first): choose it for ${title} in a mapping.`
      return [{ field, ofColumn: words, ofRow: rowText(title, dayFirst !== undefined) }]
    })
  }

  #dayFirstUnexpected({ field, title, column, assumed }: ColumnWithOrder): Contradiction[] {
    const dayFirst = this.#dayFirst.get(field)
    if (assumed !== 'month-first' || !dayFirst) return []
    const words =
      `The dates of column ${column} contradict the order in which they are read: ${dayFirst.text} (line ${dayFirst.line}) has its day first, and they are read with the month first. ` +
      `Choose the format ${DATE_FORMATS['day-first']} for ${title} in a mapping.`
    return [{ field, ofColumn: words, ofRow: rowText(title, true) }]
  }
}

/** Without values of the file, so that all rows of a column have the same reason. */
function rowText(title: string, isMixed: boolean): string {
  const why = isMixed
    ? 'others in its column have the month and the day in the other order'
    : `others in its column have the month first, like ${DATE_FORMATS['month-first']}`
  return `${title} can be read in two ways, and ${why}: choose the format in a mapping`
}
