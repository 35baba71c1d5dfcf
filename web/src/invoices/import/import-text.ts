import type { ImportState, InvoiceImport } from '@despatch/contract/invoices/importing'
import { formatCount } from '@despatch/domain/money/money'
import type { Meaning } from '../../kit/list/columns/cells.tsx'

const MEANINGS: Readonly<Record<ImportState, Meaning>> = {
  Waiting: 'neutral',
  Reading: 'neutral',
  Matching: 'neutral',
  Judging: 'neutral',
  Imported: 'good',
  'Unknown layout': 'attention',
  Refused: 'bad',
  Cancelled: 'neutral',
}

/** An imported file with refused rows needs attention. */
export const importMeaning = ({ state, refusedRows }: InvoiceImport): Meaning =>
  state === 'Imported' && refusedRows > 0 ? 'attention' : MEANINGS[state]

const AT_WORK: readonly ImportState[] = ['Waiting', 'Reading', 'Matching', 'Judging']
export const isAtWork = ({ state }: Pick<InvoiceImport, 'state'>) => AT_WORK.includes(state)

/** The state of an import as people read it. */
export function importStateLabel(state: ImportState): string {
  if (state === 'Judging') return 'Checking'
  return state === 'Refused' ? 'Rejected' : state
}

/** 'Matching, 12,000 of 60,000 rows'. */
export function progressText({ state, done, total }: Pick<InvoiceImport, 'state' | 'done' | 'total'>): string {
  if (total > 0) return `${importStateLabel(state)}, ${formatCount(done)} of ${formatCount(total)} rows`
  return done > 0 ? `${importStateLabel(state)}, ${formatCount(done)} rows so far` : importStateLabel(state)
}

/** A file size: '1.2 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${formatCount(bytes)} bytes`
  return bytes < 1_000_000 ? `${formatCount(Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

const ENDINGS = ['.csv', '.txt', '.tsv', '.xlsx', '.zip', '.gz']
export const ACCEPTED_FILES = ENDINGS.join(',')
export const MAX_FILES = 50

/** Explains why files cannot be sent; undefined if they can. */
export function whyNotSend(files: readonly Pick<File, 'name' | 'size'>[]): string | undefined {
  if (files.length > MAX_FILES) return `Upload up to ${MAX_FILES} files at once. Put more in a ZIP file.`
  const empty = files.find(({ size }) => size === 0)
  if (empty) return `${empty.name} is empty or a folder. Choose the carrier’s file.`
  const other = files.find(({ name }) => !ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
  if (other) return `${other.name} isn’t CSV, XLSX, ZIP or gzip. Ask the carrier for one of these.`
  return undefined
}
