import { parentPort } from 'node:worker_threads'
import { EncryptedPDFError } from '@cantoo/pdf-lib'
import { lowerPriority } from '../process/low-priority.ts'
import { stripPdf } from './strip-pdf.ts'

// The thread that reads PDFs of strangers, one after the other: the next comes when the one before is answered.

/** What the thread answers. */
export type CleanAnswer = { readonly pdf: Uint8Array } | { readonly refused: 'encrypted' | 'unreadable' }

lowerPriority()
parentPort?.on('message', (bytes: Uint8Array) => {
  stripPdf(bytes).then(
    (pdf) => parentPort?.postMessage({ pdf } satisfies CleanAnswer),
    (error: unknown) => {
      const refused = error instanceof EncryptedPDFError ? 'encrypted' : 'unreadable'
      parentPort?.postMessage({ refused } satisfies CleanAnswer)
    },
  )
})
