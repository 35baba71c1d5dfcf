import type { DateFormat } from '../../calendar/date-format.ts'
import type { BilledDetail } from '../invoice.ts'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'

/**
 * How a carrier's invoice file is read. Plain data that serialises as JSON: built-in layouts are files in this
 * folder, and the mapping studio saves the same shape. `checkLayout` says what one lacks.
 */
export type Layout = {
  /** The permanent identifier: 'ups-with-header'. */
  readonly code: string
  readonly version: number
  /** The carrier's display name: 'UPS'. */
  readonly carrier: string
  /** The layout's display name: 'UPS billing data, with its header'. */
  readonly title: string
  /** What one row is: a charge of a parcel, a parcel, or a consignment with all its pieces. */
  readonly row: 'charge' | 'parcel' | 'consignment'
  /** Whether its consignments are sales orders: items of a day, without parcel numbers. */
  readonly isBySalesOrder?: boolean
  /**
   * Whether its files have no invoice number: the invoice date identifies the invoice, otherwise the days of
   * shipment.
   */
  readonly isNumberedByDays?: boolean
  /** All names in the carrier's header, including unread ones; null for a file without a header. */
  readonly header: readonly string[] | null
  /** The appearance of columns in a file without a header. */
  readonly shape?: Shape
  /** Labels above the header, with the field in the cell after each. */
  readonly preamble?: readonly PreambleCell[]
  readonly fields: Readonly<Partial<Record<LayoutField, Column>>>
  /** The shipper's own references, in any number of columns. */
  readonly references?: readonly Column[]
  /** Charges with a column each. */
  readonly charges?: readonly ChargeColumn[]
  /** Charges whose code, text and amount are in the row. */
  readonly pairs?: readonly ChargePair[]
  /** Columns that sum up others, besides the row's own totals. */
  readonly sums?: readonly ColumnSum[]
  /** Distinguishes kinds of rows; a row of any other kind is refused. */
  readonly kinds?: { readonly column: Column; readonly values: Readonly<Record<string, RowKind>> }
  /** What a row of the kind 'invoice' states about the whole invoice. */
  readonly invoiceRow?: InvoiceRow
  /** First cells of rows of totals, besides the words known everywhere. */
  readonly totalLabel?: readonly string[]
  /** Rows without a parcel, which bill the whole invoice or repeat a column. */
  readonly overhead?: Overhead
  /** Legs by the text of the field `leg`; any other text is outbound. */
  readonly legs?: Readonly<Record<string, BilledDetail['leg']>>
  /** Documents that are credits. */
  readonly credits?: Credits
  /** The meaning of the carrier's codes and words: the first rule that fits, otherwise the words known everywhere. */
  readonly categories?: readonly CategoryRule[]
  readonly amounts: AmountFormat
  /**
   * The order of numeric dates; 'either' is detected from the column. Dates with the year first or the month's name
   * are always read.
   */
  readonly dates: DateFormat | 'either'
  /** Columns with another date format. */
  readonly datesOf?: Readonly<Partial<Record<LayoutField, DateFormat>>>
  /** Used if no column states it. */
  readonly weightUnit?: WeightUnit
  readonly lengthUnit?: LengthUnit
  /** ISO code, used if no column states it; null if it depends on the account. */
  readonly currency: string | null
  /** The length of numeric tracking numbers: a spreadsheet drops leading zeros. */
  readonly trackingDigits?: number
  /** Where references are split: 'A123, B456' are two. */
  readonly referenceSeparator?: string
}

/**
 * The position of a value: by any of these names (the nth column of that name if it repeats), or by position, counted
 * from 1.
 */
export type Column =
  | { readonly names: readonly string[]; readonly nth?: number; readonly isOptional?: boolean }
  | { readonly position: number }

export type RowKind = 'invoice' | 'detail' | 'nothing'
export type WeightUnit = 'g' | 'kg' | 'lb' | 'oz'
export type LengthUnit = 'mm' | 'cm' | 'in'

export type AmountFormat = {
  /** The decimal sign; 'either' is detected from the first rows. */
  readonly decimal: '.' | ',' | 'either'
  /** Amounts are whole pence or cents. */
  readonly isMinor?: boolean
}

export type PreambleCell = {
  /** The label, such as 'Invoice No'; its value is the next cell that is not empty. */
  readonly label: string
  readonly field: LayoutField
}

export type ChargeColumn = {
  readonly column: Column
  readonly code: string
  readonly text: string
  readonly category: ChargeCategory
  /** Codes of charge columns whose amounts this one includes: they are subtracted. */
  readonly contains?: readonly string[]
  /** Discounts that are written without a minus. */
  readonly isTakenOff?: boolean
}

export type ChargePair = {
  readonly code?: Column
  readonly text?: Column
  readonly amount: Column
  /** Written without a minus, and subtracted from the amount. */
  readonly discount?: Column
  /** The name used in `sums`, after the code. */
  readonly group?: string
}

export type ColumnSum = { readonly column: Column; readonly of: readonly string[] }

export type InvoiceRow = {
  readonly net?: Column
  readonly tax?: Column
  readonly gross?: Column
  readonly charges?: readonly ChargeColumn[]
}

export type Overhead = {
  /** The texts that say what the row bills: the first non-empty one is its text, and all are searched for words. */
  readonly texts: readonly Column[]
  readonly code?: Column
  readonly amount: Column
  /** Rows whose text has these words repeat the amounts of parcel rows in the code's column. */
  readonly repeats?: readonly { readonly words: readonly string[]; readonly code: string }[]
}

export type Credits = {
  readonly column: Column
  readonly values: readonly string[]
  /** Whether credit documents write their amounts without a minus. */
  readonly areWrittenPositive: boolean
}

export type CategoryRule = {
  /** Any of these in the field `leg`. */
  readonly kinds?: readonly string[]
  /** Any of these in the field `chargeDetail`. */
  readonly details?: readonly string[]
  /** Any of these in the field `chargeClass`. */
  readonly classes?: readonly string[]
  readonly codes?: readonly string[]
  /** Any of these within the text, ignoring case. */
  readonly words?: readonly string[]
  readonly category: ChargeCategory
}

export type Shape = {
  /** The fewest columns of a row. */
  readonly columns: number
  /** The most columns: with more, it is another layout. */
  readonly maxColumns: number
  readonly cells: readonly ShapeCell[]
}

export type ShapeCell = {
  readonly position: number
  readonly holds: ColumnContent
  /** The only possible texts. */
  readonly values?: readonly string[]
  /** The beginning of each text. */
  readonly start?: string
  /** Whether every row fills it. */
  readonly isFilled?: boolean
}

export const COLUMN_CONTENTS = [
  'text',
  'day',
  'amount',
  'number',
  'count',
  'currency',
  'country',
  'consignment number',
  'tracking number',
] as const
export type ColumnContent = (typeof COLUMN_CONTENTS)[number]

export type LayoutField = keyof typeof LAYOUT_FIELDS

type FieldInfo = { readonly title: string; readonly holds: ColumnContent }

/** The fields that a layout reads, in the order of the mapping studio. */
export const LAYOUT_FIELDS = {
  invoiceNumber: { title: 'Invoice number', holds: 'text' },
  account: { title: 'Account', holds: 'text' },
  invoiceDay: { title: 'Invoice date', holds: 'day' },
  dueDay: { title: 'Due date', holds: 'day' },
  currency: { title: 'Currency', holds: 'currency' },
  invoiceNet: { title: 'Invoice total, net', holds: 'amount' },
  invoiceTax: { title: 'Invoice total, tax', holds: 'amount' },
  invoiceGross: { title: 'Invoice total, with tax', holds: 'amount' },
  consignmentNumber: { title: 'Consignment number', holds: 'consignment number' },
  trackingNumber: { title: 'Tracking number', holds: 'tracking number' },
  shipmentDay: { title: 'Shipment date', holds: 'day' },
  service: { title: 'Service', holds: 'text' },
  serviceName: { title: 'Name of the service, where that is a code', holds: 'text' },
  leg: { title: 'Outbound, return or adjustment', holds: 'text' },
  country: { title: 'Country', holds: 'country' },
  postcode: { title: 'Postcode', holds: 'text' },
  pieces: { title: 'Pieces', holds: 'count' },
  billedWeight: { title: 'Weight billed', holds: 'number' },
  declaredWeight: { title: 'Weight declared', holds: 'number' },
  weightUnit: { title: 'Unit of weight billed', holds: 'text' },
  declaredWeightUnit: { title: 'Unit of weight declared', holds: 'text' },
  length: { title: 'Length', holds: 'number' },
  width: { title: 'Width', holds: 'number' },
  height: { title: 'Height', holds: 'number' },
  chargeClass: { title: 'Class of charge', holds: 'text' },
  chargeDetail: { title: 'Detail of the class of charge', holds: 'text' },
  chargeCode: { title: 'Charge code', holds: 'text' },
  chargeText: { title: 'Charge', holds: 'text' },
  chargeNet: { title: 'Charge, net', holds: 'amount' },
  chargeTax: { title: 'Charge, tax', holds: 'amount' },
  rowNet: { title: 'Total of the row, net', holds: 'amount' },
  rowTax: { title: 'Tax of the row', holds: 'amount' },
  rowGross: { title: 'Total of the row, with tax', holds: 'amount' },
} as const satisfies Record<string, FieldInfo>
