/** Larger files would block the page while it reads them. */
const MAX_MB = 10
/** The first bytes of a workbook, which is a ZIP file. */
const WORKBOOK = 'PK\u0003\u0004'

/**
 * The text of a chosen CSV file, without a byte order mark.
 *
 * @throws Error with a message for the user if it is too large or no text file
 */
export async function csvText(file: File): Promise<string> {
  if (file.size > MAX_MB * 1024 * 1024)
    throw new Error(`The file is larger than ${MAX_MB} MB. Split it into smaller files.`)
  const text = await file.text()
  if (text.startsWith(WORKBOOK) || text.includes('\0'))
    throw new Error('This is not a CSV file. Save it as CSV and choose it again.')
  return text.replace(/^\uFEFF/, '')
}
