import { MAX_LABEL_LINK, MAX_LABEL_NUMBER } from '@despatch/contract/returns/rules/return-labels'
import { isCutShort } from '@despatch/domain/text/spreadsheet-text'

type Label = { readonly number: string; readonly link: string }

/** The labels of a file, or why it is rejected as a whole. */
export type ReadLabelsResult = { readonly labels: readonly Label[] } | { readonly problem: string }

const EMPTY = 'This file has no label numbers. Choose another file.'

/** Reads labels from CSV: a number in each row, optionally a link after it. A header row is skipped. */
export function readLabels(text: string): ReadLabelsResult {
  const rows = text
    .split(/\r\n|\n|\r/)
    .map((row) => row.split(/[,;\t]/).map((cell) => cell.trim().replaceAll(/^"|"$/g, '').trim()))
  const labels: Label[] = []
  for (const [at, [number = '', ...others]] of rows.entries()) {
    if (number === '' || (at === 0 && !/\d/.test(number))) continue
    const link = others.find((cell) => /^https?:\/\//i.test(cell)) ?? ''
    const fault = faultOf(number, link)
    if (fault !== undefined) return { problem: `Line ${at + 1}: ${fault}` }
    labels.push({ number, link })
  }
  return labels.length === 0 ? { problem: EMPTY } : { labels }
}

function faultOf(number: string, link: string): string | undefined {
  if (isCutShort(number))
    return `a spreadsheet has cut the label number short (${number}). Take the numbers from the carrier’s own file.`
  if (number.length > MAX_LABEL_NUMBER) return `a label number has at most ${MAX_LABEL_NUMBER} characters.`
  if (link !== '' && !/^https:\/\/\S+$/.test(link)) return 'a link begins with https:// and has no spaces.'
  return link.length > MAX_LABEL_LINK ? `a link has at most ${MAX_LABEL_LINK} characters.` : undefined
}
