import { parentPort } from 'node:worker_threads'
import { drawForm } from './draw-form.ts'
import type { WholeForm } from './printed-form.ts'

// The thread that draws forms, one after the other: the next is asked for when the one before is answered.

/** A form comes without its rows, then these by and by, then that it is whole. */
export type ToPrint =
  | { readonly form: WholeForm }
  | { readonly section: number; readonly rows: (readonly string[])[] }
  | { readonly isWhole: true }

let form: WholeForm | undefined

parentPort?.on('message', (said: ToPrint) => {
  if ('form' in said) form = said.form
  else if ('rows' in said) for (const row of said.rows) form?.sections[said.section]?.rows.push(row)
  else if (form) {
    const bytes = new Bytes()
    const whole = form
    form = undefined
    drawForm(whole, (chunk) => bytes.add(chunk)).then(
      () => {
        const pdf = bytes.all()
        parentPort?.postMessage({ pdf }, [pdf.buffer])
      },
      (error: unknown) => parentPort?.postMessage({ error }),
    )
  }
})

/** Bytes that come in thousands of small pieces, kept in one. */
class Bytes {
  #kept = new Uint8Array(256 * 1024)
  #used = 0

  add(piece: Uint8Array): void {
    if (this.#used + piece.length > this.#kept.length) {
      const larger = new Uint8Array(Math.max(this.#kept.length * 2, this.#used + piece.length))
      larger.set(this.#kept.subarray(0, this.#used))
      this.#kept = larger
    }
    this.#kept.set(piece, this.#used)
    this.#used += piece.length
  }

  all(): Uint8Array<ArrayBuffer> {
    return this.#kept.slice(0, this.#used)
  }
}
