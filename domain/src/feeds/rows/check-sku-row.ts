import { sizeOf } from '../../routing/sku-data/sku-measures.ts'
import { fromSpreadsheetText } from '../../text/spreadsheet-text.ts'
import { type Fault, fault, isFault } from '../fault.ts'
import { amountReader } from './read-amount.ts'
import { keyReader, textReader } from './read-cell.ts'
import { sideReader, weightReader } from '../read-measure.ts'
import { type RowCheck, rowCheck, type RowChecks } from './row-check.ts'

export type SkuBox = { readonly Code: string; readonly quantity: number }

/** SKU data of a row. Undefined fields stay unchanged. */
export type SkuRow = {
  readonly line: number
  readonly SKU: string
  readonly title: string | undefined
  readonly categories: readonly string[] | undefined
  /** Whole grams. */
  readonly weight: number | undefined
  /** Whole millimetres, the longest first, and cubic centimetres. */
  readonly size: ReturnType<typeof sizeOf> | undefined
  readonly boxes: readonly SkuBox[] | undefined
  readonly value: string | undefined
  readonly isSerialNumbered: boolean | undefined
}

const SIDES = ['length', 'width', 'height'] as const
const SIDE_MISSING = fault('Size needs length, width and height. Enter all three, or none')

export function skuRowCheck(checks: RowChecks): RowCheck<SkuRow> {
  const readers = {
    SKU: keyReader('SKU', 40),
    title: textReader('Title', 200),
    category: readCategories,
    weight: weightReader(checks, 'weight', 'Weight'),
    length: sideReader(checks, 'length', 'Length'),
    width: sideReader(checks, 'width', 'Width'),
    height: sideReader(checks, 'height', 'Height'),
    boxes: readBoxes,
    value: amountReader('Unit value', checks.currency),
    serialNumbered: readYesOrNo,
  }
  return rowCheck<typeof readers, SkuRow>(checks, readers, (fields, line) => {
    const { SKU, title, category, weight, boxes, value, serialNumbered } = fields
    const sides = SIDES.map((field) => fields[field])
    const missing = SIDES.find((field) => fields[field] === undefined)
    if (missing && sides.some((one) => one !== undefined)) return { ...SIDE_MISSING, field: missing }
    return {
      line,
      SKU,
      title: title === '' ? undefined : title,
      categories: category,
      weight,
      size: missing ? undefined : sizeOf(sides as [number, number, number]),
      boxes,
      value: value === '' ? undefined : value,
      isSerialNumbered: serialNumbered,
    }
  })
}

const MAX_CATEGORIES = 10
const TOO_MANY_CATEGORIES = fault(`A SKU has at most ${MAX_CATEGORIES} categories, with ; between them`)
const readCategory = textReader('A category', 40)

function readCategories(text: string): string[] | undefined | Fault {
  if (text === '') return undefined
  const names = splitList(text)
  if (names.length > MAX_CATEGORIES) return TOO_MANY_CATEGORIES
  for (const name of names) {
    const read = readCategory(name)
    if (isFault(read)) return read
  }
  return [...new Set(names)]
}

const MAX_BOXES = 50
const NO_BOXES = fault(
  'Boxes looks like TABLE-TOP; TABLE-LEG x 4: the SKU of each box, how many of it (at most 50), and ; between them; or None',
)
const TOO_MANY_BOXES = fault(`A product has at most ${MAX_BOXES} components`)

/** Reads the boxes of a product; 'None' means that it has no boxes. */
function readBoxes(text: string): SkuBox[] | undefined | Fault {
  if (text === '') return undefined
  if (/^none$/i.test(text)) return []
  const boxes = splitList(text).map((box) => {
    const [, Code = '', count = '1'] = /^(.*?)(?:\s+x\s*(\d{1,3}))?$/i.exec(box) ?? []
    return { Code: fromSpreadsheetText(Code.trim()), quantity: Number(count) }
  })
  if (boxes.length > MAX_BOXES) return TOO_MANY_BOXES
  const isWrong = boxes.some(
    ({ Code, quantity }) => Code === '' || Code.length > 40 || quantity < 1 || quantity > MAX_BOXES,
  )
  return isWrong || boxes.length === 0 ? NO_BOXES : boxes
}

const splitList = (text: string) =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const NO_ANSWER = fault('Serial-numbered is Yes or No')

function readYesOrNo(text: string): boolean | undefined | Fault {
  if (text === '') return undefined
  if (/^(?:y|yes|true|1)$/i.test(text)) return true
  return /^(?:n|no|false|0)$/i.test(text) ? false : NO_ANSWER
}
