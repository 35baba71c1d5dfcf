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
    'Give the layout a title.': title,
    'Give the layout a code.': code,
  })
  return missing.filter(([, text]) => text.trim() === '').map(([what]) => what)
}

function checkIdentity({ fields, preamble, header, shape, isNumberedByDays = false }: Layout): string[] {
  const problems: string[] = []
  const stands = (field: string) => preamble?.some((cell) => cell.field === field) === true
  if (!fields.invoiceNumber && !stands('invoiceNumber') && !isNumberedByDays)
    problems.push(
      'Choose the column with the invoice number, or the label that it stands behind above the header; or say that the file has none.',
    )
  if (isNumberedByDays && !fields.invoiceDay && !fields.shipmentDay && !stands('invoiceDay'))
    problems.push('Choose the column with the invoice date or the shipment date: it names the invoice.')
  if (!fields.trackingNumber && !fields.consignmentNumber)
    problems.push(
      'Choose the column with the tracking number, or with the consignment or order number: charges are matched by it.',
    )
  if (header === null && !shape)
    problems.push('The file has no header: say what its columns look like, so that another file is not taken for it.')
  if (header !== null && header.filter((name) => name.trim() !== '').length < 3)
    problems.push('The header names fewer than three columns: a file cannot be known again by it.')
  return problems
}

function checkAmounts({ row, fields, charges = [], pairs = [], sums = [] }: Layout): string[] {
  const problems: string[] = []
  if (row === 'charge' && !fields.chargeNet)
    problems.push('Each row is a charge: choose the column with its net amount.')
  if (row === 'charge' && !fields.chargeCode && !fields.chargeText)
    problems.push('Each row is a charge: choose the column with its code or its name.')
  if (row !== 'charge' && charges.length === 0 && pairs.length === 0)
    problems.push('Choose the columns with the charges. If there is only one total, choose it as the base charge.')
  for (const code of repeated(charges.map((charge) => charge.code)))
    problems.push(`Two columns have the charge code ${code}: give one of them another.`)
  const codes = new Set([...charges.map(({ code }) => code), ...pairs.map(({ group }) => group)])
  for (const { contains = [], text } of charges)
    for (const code of contains.filter((one) => !codes.has(one)))
      problems.push(`${text} is said to contain the charge ${code}, which no column has.`)
  for (const code of sums.flatMap(({ of }) => of).filter((one) => !codes.has(one)))
    problems.push(`A sum is said to hold the charge ${code}, which no column has.`)
  return problems
}

function checkUnits({ fields, weightUnit, lengthUnit }: Layout): string[] {
  const problems: string[] = []
  if (fields.billedWeight && !fields.weightUnit && !weightUnit)
    problems.push('Say which unit the weights have: grams, kilograms, pounds or ounces.')
  const sides = [fields.length, fields.width, fields.height].filter((side) => side !== undefined)
  if (sides.length > 0 && sides.length < 3) problems.push('Choose length, width and height, or none of them.')
  if (sides.length === 3 && !lengthUnit)
    problems.push('Say which unit the sizes have: millimetres, centimetres or inches.')
  return problems
}

/** Fields that may share a column: a waybill is a consignment and its parcel. */
const SHARED = new Set(['consignmentNumber', 'trackingNumber', 'service', 'leg'])

function checkColumns(layout: Layout): string[] {
  const problems: string[] = []
  for (const column of columnsOf(layout)) {
    if ('position' in column) {
      if (!Number.isInteger(column.position) || column.position < 1)
        problems.push('Columns are counted from 1: a column has no place.')
      else if (layout.header !== null) problems.push('Choose columns by their names, for the file has a header.')
    } else if (column.names.every((name) => headerName(name) === '')) problems.push('A column has no name.')
    else if (layout.header === null) problems.push('Choose columns by their places, for the file has no header.')
  }
  const fields = Object.entries(layout.fields).filter(([field]) => !SHARED.has(field))
  for (const key of repeated(fields.map(([, column]) => keyOf(column)))) {
    const titles = fields.filter(([, column]) => keyOf(column) === key).map(([field]) => titleOf(field))
    problems.push(`${titles.join(' and ')} have the same column: choose another for one of them.`)
  }
  return [...new Set(problems)]
}

const titleOf = (field: string): string => LAYOUT_FIELDS[field as keyof typeof LAYOUT_FIELDS].title

const keyOf = (column: Column): string =>
  'position' in column ? `#${column.position}` : `${headerName(column.names[0] ?? '')} ${column.nth ?? 1}`

const repeated = (texts: readonly string[]): Set<string> =>
  new Set(texts.filter((text, index) => texts.indexOf(text) !== index))
