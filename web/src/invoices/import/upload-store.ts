import { invoices } from '@despatch/contract/invoices/invoices'
import { createStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { isAbort, messageOf } from '../../kit/server/api-error.ts'
import { upload } from '../../kit/server/upload.ts'
import { session } from '../../kit/session/session-store.ts'
import { importsChanged, showImports } from './import-queries.ts'
import { whyNotSend } from './import-text.ts'

/** Files on their way to the server. A job then reads them, even if this window closes. */
export type Upload = {
  readonly id: number
  readonly names: readonly string[]
  readonly sent: number
  readonly size: number
  readonly cancel: () => void
}

/** The uploads in progress. They continue when the user leaves the screen. */
export const uploads = createStore<readonly Upload[]>([])
let lastId = 0

/** Uploads files for import, and shows the result. Never throws. */
export async function sendFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return
  const whyNot = whyNotSend(files)
  if (whyNot !== undefined) return notify.danger(whyNot)
  const ending = new AbortController()
  const id = ++lastId
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const one: Upload = { id, names: files.map(({ name }) => name), sent: 0, size, cancel: () => ending.abort() }
  uploads.set([...uploads.get(), one])
  try {
    const form = new FormData()
    for (const file of files) form.append('file', file, file.name)
    const creator = session.store.get().user?.username ?? ''
    const { message, imports } = await upload(invoices.import, { query: creator ? { creator } : {} }, form, {
      signal: ending.signal,
      onSent: (sent) => change(id, { sent: Math.min(sent, size) }),
    })
    showImports(imports)
    notify.success(message)
  } catch (error) {
    if (isAbort(error)) notify.info('Import cancelled. Nothing was kept.')
    else notify.danger(messageOf(error))
  } finally {
    uploads.set(uploads.get().filter((upload) => upload.id !== id))
    void importsChanged()
  }
}

function change(id: number, part: Partial<Upload>): void {
  uploads.set(uploads.get().map((one) => (one.id === id ? { ...one, ...part } : one)))
}
