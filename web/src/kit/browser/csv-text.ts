/** More than any list that is read whole here: larger files would hold the page up. */
const MAX_MB = 10
/** The first bytes of a workbook, which is a ZIP file. */
const WORKBOOK = 'PK\u0003\u0004'

/** The text of a CSV file that was chosen. Throws an Error that says why it cannot be one. */
export async function csvText(file: File): Promise<string> {
  if (file.size > MAX_MB * 1024 * 1024) throw new Error(`The file has more than ${MAX_MB} MB. Send it in parts.`)
  const text = await file.text()
  if (text.startsWith(WORKBOOK) || text.includes('\0'))
    throw new Error('This is not a CSV file. Save it as CSV, and choose it again.')
  return text.replace(/^\uFEFF/, '')
}
