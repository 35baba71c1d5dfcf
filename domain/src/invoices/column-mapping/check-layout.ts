import { columnsOf } from '../reading/read-plan.ts'
import { headerName } from './columns.ts'
import { LAYOUT_FIELDS, type Column, type Layout } from './layout.ts'

/** Describes what a layout lacks to be saved, for the user who edits it; empty if it lacks nothing. */
export function checkLayout(layout: Layout): string[] {
  return [
    ...checkNames(layout),
    ...checkIdentity(layout),
    ...checkAmounts(layout),
    ...checkUnits(layout),
    ...checkColumns(layout),
  ]
}

function checkNames({ code, title, carrier }: Layout): string[] {
  const missing = Object.entries({
    'Choose a carrier.': carrier,
    'Enter a layout title.': title,
    'Enter a layout code.': code,
  })
  return missing.filter(([, text]) => text.trim() === '').map(([what]) => what)
}

function checkIdentity({ fields, preamble, header, shape, isNumberedByDays = false }: Layout): string[] {
  const problems: string[] = []
  const stands = (field: string) => preamble?.some((cell) => cell.field === field) === true
  if (!fields.invoiceNumber && !stands('invoiceNumber') && !isNumberedByDays)
    problems.push('Choose the invoice number’s column or label, or ‘No invoice number in the file’.')
  if (isNumberedByDays && !fields.invoiceDay && !fields.shipmentDay && !stands('invoiceDay'))
    problems.push('Choose the invoice date or despatch date column. It identifies the invoice.')
  if (!fields.trackingNumber && !fields.consignmentNumber)
    problems.push('Choose the tracking, consignment or order number column. It is used to match charges.')
  if (header === null && !shape)
    problems.push('The file has no header. Describe its columns so that it can be recognised.')
  if (header !== null && header.filter((name) => name.trim() !== '').length < 3)
    problems.push('The header has fewer than three columns, too few to recognise the file.')
  return problems
}

function checkAmounts({ row, fields, charges = [], pairs = [], sums = [] }: Layout): string[] {
  const problems: string[] = []
  if (row === 'charge' && !fields.chargeNet) problems.push('Choose the net amount column, as each row is a charge.')
  if (row === 'charge' && !fields.chargeCode && !fields.chargeText)
    problems.push('Choose the charge code or name column, as each row is a charge.')
  if (row !== 'charge' && charges.length === 0 && pairs.length === 0)
    problems.push('Choose the columns with the charges. If there is only one total, choose it as the base charge.')
  for (const code of repeated(charges.map((charge) => charge.code)))
    problems.push(`Two columns have the charge code ${code}: change one of them.`)
  const codes = new Set([...charges.map(({ code }) => code), ...pairs.map(({ group }) => group)])
  for (const { contains = [], text } of charges)
    for (const code of contains.filter((one) => !codes.has(one)))
      problems.push(`${text} includes the charge ${code}, but no column has it.`)
  for (const code of sums.flatMap(({ of }) => of).filter((one) => !codes.has(one)))
    problems.push(`A total includes the charge ${code}, but no column has it.`)
  return problems
}

function checkUnits({ fields, weightUnit, lengthUnit }: Layout): string[] {
  const problems: string[] = []
  if (fields.billedWeight && !fields.weightUnit && !weightUnit)
    problems.push('Choose the weight unit: grams, kilograms, pounds or ounces.')
  const sides = [fields.length, fields.width, fields.height].filter((side) => side !== undefined)
  if (sides.length > 0 && sides.length < 3) problems.push('Choose length, width and height, or none of them.')
  if (sides.length === 3 && !lengthUnit) problems.push('Choose the size unit: millimetres, centimetres or inches.')
  return problems
}

/** Fields that may share a column: a waybill is a consignment and its parcel. */
const SHARED = new Set(['consignmentNumber', 'trackingNumber', 'service', 'leg'])

function checkColumns(layout: Layout): string[] {
  const problems: string[] = []
  for (const column of columnsOf(layout)) {
    if ('position' in column) {
      if (!Number.isInteger(column.position) || column.position < 1)
        problems.push('A column has no number. Columns are numbered from 1.')
      else if (layout.header !== null) problems.push('Choose columns by name, as the file has a header.')
    } else if (column.names.every((name) => headerName(name) === '')) problems.push('A column has no name.')
    else if (layout.header === null) problems.push('Choose columns by number, as the file has no header.')
  }
  const fields = Object.entries(layout.fields).filter(([field]) => !SHARED.has(field))
  for (const key of repeated(fields.map(([, column]) => keyOf(column)))) {
    const titles = fields.filter(([, column]) => keyOf(column) === key).map(([field]) => titleOf(field))
    problems.push(`${titles.join(' and ')} use the same column. Choose another for one of them.`)
  }
  return [...new Set(problems)]
}

const titleOf = (field: string): string => LAYOUT_FIELDS[field as keyof typeof LAYOUT_FIELDS].title

const keyOf = (column: Column): string =>
  'position' in column ? `#${column.position}` : `${headerName(column.names[0] ?? '')} ${column.nth ?? 1}`

const repeated = (texts: readonly string[]): Set<string> =>
  new Set(texts.filter((text, index) => texts.indexOf(text) !== index))
