import type { Remark } from './read-event.ts'

/** Different remarks stored for an invoice. */
const MAX_REMARKS = 100

/** Collects remarks on accepted rows, each once with the number of its rows. */
export class Remarks {
  readonly #byText = new Map<string, Remark & { rows: number }>()

  add(line: number, column: string | null, text: string): void {
    const key = `${column ?? ''} ${text}`
    const known = this.#byText.get(key)
    if (known) known.rows += 1
    else if (this.#byText.size < MAX_REMARKS) this.#byText.set(key, { line, column, text, rows: 1 })
  }

  all(): Remark[] {
    return [...this.#byText.values()]
  }
}
