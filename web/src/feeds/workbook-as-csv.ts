import { spreadsheetText } from '@despatch/domain/text/spreadsheet-text'

const WORKBOOK = /\.xlsx$/i

/** A file that is named as a workbook but cannot be read as one. The message is for users. */
export class UnreadableWorkbook extends Error {}

/** Converts the first sheet of a workbook to CSV for the preview; returns other files unchanged. Throws UnreadableWorkbook. */
export async function asFeedFile(file: File): Promise<File> {
  if (!WORKBOOK.test(file.name)) return file
  const { readXlsx } = await import('hucre/xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer())).catch(() => {
    throw new UnreadableWorkbook(`${file.name} can’t be read as a workbook. Save it as XLSX or CSV again.`)
  })
  const lines = (sheets[0]?.rows ?? []).map((row) => row.map((cell) => csvText(cell)).join(','))
  return new File([lines.join('\r\n'), '\r\n'], file.name, { type: 'text/csv' })
}

/** Adds the apostrophe with which feeds read a text unchanged; numbers need none. */
function csvText(cell: unknown): string {
  const text = typeof cell === 'string' && !cell.startsWith("'") ? spreadsheetText(cell) : plainText(cell)
  return `"${text.replaceAll('"', '""')}"`
}

function plainText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}
