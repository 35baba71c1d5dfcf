import { roundMoney } from '../../money/minor-units.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { StatedSum } from '../invoice.ts'

/** Proves that an invoice was read completely; stored with it. */
export type Proof = {
  readonly verdict: ProofVerdict
  /** Rows of this invoice. Refused rows of an unknown invoice are only counted in the file. */
  readonly rowsTaken: number
  readonly rowsRefused: number
  /**
   * The net amount and tax of the rows, in ten-thousandths. If no row has tax, or rows omit that of the invoice's own
   * charges, it is the tax of the whole invoice; null if the file states none.
   */
  readonly net: Cost
  readonly tax: Cost | null
  readonly statements: readonly Statement[]
  /** Rows that state a total of their own. */
  readonly ownTotals: { readonly checked: number; readonly wrong: number; readonly first: readonly WrongTotal[] }
  /** Columns that rows of their own bill again, and whether the two agree. */
  readonly repeats: readonly Repeat[]
}

export type ProofVerdict = 'adds up' | 'does not add up' | 'nothing stated'

/** A sum that the invoice states, and the difference of its rows. */
export type Statement = StatedSum & {
  /** The number of rows that state it. */
  readonly rows: number
  /** The sum of the rows less the stated sum. */
  readonly difference: Cost
}

/** A row whose charges do not add up to its own total. */
export type WrongTotal = {
  readonly line: number
  readonly column: string
  readonly stated: Cost
  /** The sum of the charges less the stated total. */
  readonly difference: Cost
}

/** Rows that bill a column again. They count once; only the difference from the column is reported. */
export type Repeat = {
  readonly code: string
  readonly line: number
  readonly ofRows: Cost
  readonly ofColumn: Cost
}

/** Wrong totals stored with their lines; further ones are only counted. */
const MAX_STORED_WRONG = 20
/** Different sums of one kind that are stored; an invoice with more is equally wrong. */
const MAX_STATEMENTS = 50

/** The highest VAT rate in per cent. */
const MAX_PERCENT = 30

/** Adds up an invoice row by row, in bounded memory. */
export class ProofTally {
  rowsTaken = 0
  rowsRefused = 0
  net: Cost = 0
  tax: Cost | null = null
  /** The charges of the whole invoice whose tax no row states. */
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

  /** Records a sum that the invoice states about itself; every row may state the same sum. */
  state(what: StatedSum['what'], amount: Cost, line: number): void {
    const key = `${what} ${amount}`
    const known = this.#stated.get(key)
    if (known) known.rows += 1
    else if (this.#stated.size < MAX_STATEMENTS) this.#stated.set(key, { what, amount, line, rows: 1 })
  }

  /** Checks a total that a row states about itself: its charges may have more decimals. */
  checkOwnTotal(column: string, line: number, { stated, billed }: { stated: Cost; billed: Cost }, currency = ''): void {
    this.#checked += 1
    if (stated === billed || stated === roundMoney(billed, currency)) return
    // A row may state its total both without and with tax, but counts as one wrong row.
    if (line !== this.#lastWrong) this.#wrong += 1
    this.#lastWrong = line
    if (this.#first.length < MAX_STORED_WRONG) this.#first.push({ line, column, stated, difference: billed - stated })
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

  /** If the rows bill an empty column, they repeat nothing. */
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

  /**
   * The tax of the rows; that of the whole invoice if no row has tax, or if the rest may be the tax of its own
   * charges.
   */
  #tax(): Cost | null {
    const [stated, another] = [...this.#stated.values()].filter(({ what }) => what === 'tax')
    if (!stated || another) return this.tax
    if (this.tax === null) return stated.amount
    const rest = (stated.amount - this.tax) * Math.sign(this.untaxed)
    return rest > 0 && rest * 100 <= Math.abs(this.untaxed) * MAX_PERCENT ? stated.amount : this.tax
  }
}
