import { parentPort } from 'node:worker_threads'
import { EncryptedPDFError } from '@cantoo/pdf-lib'
import { lowerPriority } from '../process/low-priority.ts'
import { stripPdf } from './strip-pdf.ts'

// The worker that reads strangers' PDFs one after the other.

/** The worker's answer. */
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
