import { roundMoney } from '../../money/minor-units.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { StatedSum } from '../invoice.ts'

/** What proves that an invoice was read whole; kept with it. */
export type Proof = {
  readonly verdict: ProofVerdict
  /** Rows of this invoice. Refused ones whose invoice could not be read are counted in the file alone. */
  readonly rowsTaken: number
  readonly rowsRefused: number
  /**
   * What the rows bill, in ten-thousandths; tax apart. Where no row has tax, it is what the invoice states as a whole, and so
   * where rows leave out that of its own charges; null where the file states none at all.
   */
  readonly net: Cost
  readonly tax: Cost | null
  readonly statements: readonly Statement[]
  /** Rows that state a total of their own. */
  readonly ownTotals: { readonly checked: number; readonly wrong: number; readonly first: readonly WrongTotal[] }
  /** Columns that are billed again by rows of their own, and whether both say the same. */
  readonly repeats: readonly Repeat[]
}

export type ProofVerdict = 'adds up' | 'does not add up' | 'nothing stated'

/** A sum that the invoice states, and how far the rows are off it. */
export type Statement = StatedSum & {
  /** How many rows say so. */
  readonly rows: number
  /** What the rows come to, less what is stated. */
  readonly difference: Cost
}

/** A row whose charges are not what it says they come to. */
export type WrongTotal = {
  readonly line: number
  readonly column: string
  readonly stated: Cost
  /** What the charges come to, less what is stated. */
  readonly difference: Cost
}

/** Rows that bill again what a column has. They count once; what they are beyond the column is told. */
export type Repeat = {
  readonly code: string
  readonly line: number
  readonly ofRows: Cost
  readonly ofColumn: Cost
}

/** Wrong totals that are kept with their lines; further ones are counted. */
const MAX_WRONG_KEPT = 20
/** Different sums of one kind that are kept; an invoice that states more is as wrong. */
const MAX_STATEMENTS = 50

/** No VAT is higher. */
const MOST_PERCENT = 30

/** Adds up what is read of an invoice, row by row, in bounded memory. */
export class ProofTally {
  rowsTaken = 0
  rowsRefused = 0
  net: Cost = 0
  tax: Cost | null = null
  /** What is billed of the invoice as a whole, of which no row states the tax. */
  untaxed: Cost = 0
  #checked = 0
  #wrong = 0
  #lastWrong = 0
  readonly #first: WrongTotal[] = []
  readonly #stated = new Map<string, StatedSum & { rows: number }>()
  readonly #ofColumns = new Map<string, Cost>()
  readonly #ofRows = new Map<string, { amount: Cost; line: number }>()

  addTax(amount: Cost): void {
    this.tax = (this.tax ?? 0) + amount
  }

  /** A sum that the invoice states of itself; the same sum may be stated by every row. */
  state(what: StatedSum['what'], amount: Cost, line: number): void {
    const key = `${what} ${amount}`
    const known = this.#stated.get(key)
    if (known) known.rows += 1
    else if (this.#stated.size < MAX_STATEMENTS) this.#stated.set(key, { what, amount, line, rows: 1 })
  }

  /** A total that a row states of itself: its charges may have more decimals. */
  checkOwnTotal(column: string, line: number, { stated, billed }: { stated: Cost; billed: Cost }, currency = ''): void {
    this.#checked += 1
    if (stated === billed || stated === roundMoney(billed, currency)) return
    // A row may state its total twice over, without and with tax: it is one row that is wrong.
    if (line !== this.#lastWrong) this.#wrong += 1
    this.#lastWrong = line
    if (this.#first.length < MAX_WRONG_KEPT) this.#first.push({ line, column, stated, difference: billed - stated })
  }

  addToColumn(code: string, amount: Cost): void {
    this.#ofColumns.set(code, (this.#ofColumns.get(code) ?? 0) + amount)
  }

  addRepeat(code: string, amount: Cost, line: number): void {
    const known = this.#ofRows.get(code)
    if (known) known.amount += amount
    else this.#ofRows.set(code, { amount, line })
  }

  stated(): StatedSum[] {
    return [...this.#stated.values()].map(({ what, amount, line }) => ({ what, amount, line }))
  }

  /** Where the rows bill what no column has, they repeat nothing. */
  dropRepeat(code: string): void {
    this.#ofRows.delete(code)
  }

  repeats(): Repeat[] {
    return [...this.#ofRows].map(([code, { amount, line }]) => ({
      code,
      line,
      ofRows: amount,
      ofColumn: this.#ofColumns.get(code) ?? 0,
    }))
  }

  proof(): Proof {
    const statements = [...this.#stated.values()].map((one) => ({
      ...one,
      difference: this.#comesTo(one.what) - one.amount,
    }))
    const repeats = this.repeats()
    const isWrong =
      this.#wrong > 0 ||
      statements.some(({ difference }) => difference !== 0) ||
      repeats.some(({ ofRows, ofColumn }) => ofRows !== ofColumn)
    const verdict = isWrong ? 'does not add up' : statements.length === 0 ? 'nothing stated' : 'adds up'
    return {
      verdict,
      rowsTaken: this.rowsTaken,
      rowsRefused: this.rowsRefused,
      net: this.net,
      tax: this.#tax(),
      statements,
      ownTotals: { checked: this.#checked, wrong: this.#wrong, first: this.#first },
      repeats,
    }
  }

  #comesTo(what: StatedSum['what']): Cost {
    if (what === 'net') return this.net
    const tax = this.#tax() ?? 0
    return what === 'tax' ? tax : this.net + tax
  }

  /** Of the rows; what the invoice says as a whole where none has any, or where the rest may be the tax of its own charges. */
  #tax(): Cost | null {
    const [stated, another] = [...this.#stated.values()].filter(({ what }) => what === 'tax')
    if (!stated || another) return this.tax
    if (this.tax === null) return stated.amount
    const rest = (stated.amount - this.tax) * Math.sign(this.untaxed)
    return rest > 0 && rest * 100 <= Math.abs(this.untaxed) * MOST_PERCENT ? stated.amount : this.tax
  }
}
