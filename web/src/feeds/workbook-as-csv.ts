import { spreadsheetText } from '@despatch/domain/text/spreadsheet-text'

const WORKBOOK = /\.xlsx$/i

/** A file whose name says that it is a workbook, and which cannot be read as one; the message is for people. */
export class UnreadableWorkbook extends Error {}

/** A chosen file as its beginning is shown: the first sheet of a workbook as CSV, any other file as it is. Throws UnreadableWorkbook. */
export async function asFeedFile(file: File): Promise<File> {
  if (!WORKBOOK.test(file.name)) return file
  const { readXlsx } = await import('hucre/xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer())).catch(() => {
    throw new UnreadableWorkbook(`${file.name} cannot be read as a workbook: save it as XLSX or CSV again.`)
  })
  const lines = (sheets[0]?.rows ?? []).map((row) => row.map((cell) => csvText(cell)).join(','))
  return new File([lines.join('\r\n'), '\r\n'], file.name, { type: 'text/csv' })
}

/** Texts get an apostrophe where the server would read them otherwise; a number is one already. */
function csvText(cell: unknown): string {
  const text = typeof cell === 'string' && !cell.startsWith("'") ? spreadsheetText(cell) : plainText(cell)
  return `"${text.replaceAll('"', '""')}"`
}

function plainText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}
