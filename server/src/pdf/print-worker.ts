import { parentPort } from 'node:worker_threads'
import { lowerPriority } from '../process/low-priority.ts'
import { drawForm } from './draw-form.ts'
import type { WholeForm } from './printed-form.ts'

// The worker that draws forms one after the other.

/** The parts of a form as they are sent: the form without its rows, batches of rows, the end. */
export type PrintMessage =
  | { readonly form: WholeForm }
  | { readonly table: number; readonly rows: (readonly string[])[] }
  | { readonly isWhole: true }

let form: WholeForm | undefined

lowerPriority()
parentPort?.on('message', (said: PrintMessage) => {
  if ('form' in said) form = said.form
  else if ('rows' in said) for (const row of said.rows) form?.tables[said.table]?.rows.push(row)
  else if (form) {
    const whole = form
    form = undefined
    drawForm(whole).then(
      (pdf) => parentPort?.postMessage({ pdf }, [pdf.buffer]),
      (error: unknown) => parentPort?.postMessage({ error }),
    )
  }
})
