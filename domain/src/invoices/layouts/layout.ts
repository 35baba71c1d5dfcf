import type { DateFormat } from '../../calendar/date-format.ts'
import type { BilledDetail, ChargeCategory } from '../invoice.ts'

/**
 * How a carrier's invoice file is read. Plain data that serialises as JSON: our own layouts are files in this folder, and
 * the mapping studio saves the same. `checkLayout` says what one lacks.
 */
export type Layout = {
  /** Names the layout for good: 'ups-with-header'. */
  readonly code: string
  readonly version: number
  /** The carrier's name as people know it: 'UPS'. */
  readonly carrier: string
  /** Names the layout for people: 'UPS billing data, with its header'. */
  readonly title: string
  /** What one row is: a charge of a parcel, a parcel, or a consignment with one row for all its pieces. */
  readonly row: 'charge' | 'parcel' | 'consignment'
  /** Whether its consignments are sales orders: items of a day, without the numbers of their parcels. */
  readonly isBySalesOrder?: boolean
  /** Whether its files have no invoice number: the invoice date names the invoice, else the days of shipment. */
  readonly isNumberedByDays?: boolean
  /** All names in the header as the carrier sends it, the unread ones too; null for a file without a header. */
  readonly header: readonly string[] | null
  /** What the columns of a file without a header look like. */
  readonly shape?: Shape
  /** Labels above the header, and the field that stands in a cell behind each. */
  readonly preamble?: readonly PreambleCell[]
  readonly fields: Readonly<Partial<Record<LayoutField, Column>>>
  /** The shipper's own references: any number of columns. */
  readonly references?: readonly Column[]
  /** Charges that have a column each. */
  readonly charges?: readonly ChargeColumn[]
  /** Charges of which the row gives code, text and amount. */
  readonly pairs?: readonly ChargePair[]
  /** Columns that sum others up, beside the row's own totals. */
  readonly sums?: readonly ColumnSum[]
  /** Tells rows of several kinds apart; a row of any other kind is refused. */
  readonly kinds?: { readonly column: Column; readonly values: Readonly<Record<string, RowKind>> }
  /** What a row of the kind 'invoice' states of the whole invoice. */
  readonly invoiceRow?: InvoiceRow
  /** First cells of rows that sum up the rows above, beside the words known everywhere. */
  readonly totalLabel?: readonly string[]
  /** Rows without a parcel, which bill the invoice as a whole or repeat a column. */
  readonly overhead?: Overhead
  /** Legs by the text of the field `leg`; any other text is outbound. */
  readonly legs?: Readonly<Record<string, BilledDetail['leg']>>
  /** Documents that are credits. */
  readonly credits?: Credits
  /** What the carrier's codes and words mean: the first rule that fits; otherwise the words known everywhere. */
  readonly categories?: readonly CategoryRule[]
  readonly amounts: AmountFormat
  /** How dates of numbers alone are written; 'either' is judged by the column. Years first and names are read always. */
  readonly dates: DateFormat | 'either'
  /** Columns that write their dates otherwise. */
  readonly datesOf?: Readonly<Partial<Record<LayoutField, DateFormat>>>
  /** Where no column says it. */
  readonly weightUnit?: WeightUnit
  readonly lengthUnit?: LengthUnit
  /** Where no column says it: ISO code; null where the account has to be asked. */
  readonly currency: string | null
  /** Tracking numbers of digits alone have so many: a spreadsheet drops the zeros they begin with. */
  readonly trackingDigits?: number
  /** What a trailing or leading part of references is cut at: 'A123, B456' are two. */
  readonly referenceSeparator?: string
}

/** Where a value stands: by any of these names (the nth of that name where it repeats), or by position, counted from 1. */
export type Column =
  | { readonly names: readonly string[]; readonly nth?: number; readonly isOptional?: boolean }
  | { readonly position: number }

export type RowKind = 'invoice' | 'detail' | 'nothing'
export type WeightUnit = 'g' | 'kg' | 'lb' | 'oz'
export type LengthUnit = 'mm' | 'cm' | 'in'

export type AmountFormat = {
  /** The sign before the decimals; 'either' is judged by the first rows. */
  readonly decimal: '.' | ',' | 'either'
  /** Amounts are whole pence or cents. */
  readonly isMinor?: boolean
}

export type PreambleCell = {
  /** 'Invoice No', '4th cell of the row that begins so' is not needed: the next cell that is not empty counts. */
  readonly label: string
  readonly field: LayoutField
}

export type ChargeColumn = {
  readonly column: Column
  readonly code: string
  readonly text: string
  readonly category: ChargeCategory
  /** Codes of charge columns whose amounts this one contains: they are taken off it. */
  readonly contains?: readonly string[]
  /** Discounts that are written without a minus. */
  readonly isTakenOff?: boolean
}

export type ChargePair = {
  readonly code?: Column
  readonly text?: Column
  readonly amount: Column
  /** Written without a minus, and taken off the amount. */
  readonly discount?: Column
  /** Named after the code in `sums`. */
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
  /** The texts that say what the row bills: the first that is not empty is its text, all are searched for words. */
  readonly texts: readonly Column[]
  readonly code?: Column
  readonly amount: Column
  /** Rows whose text has these words repeat what the rows of the parcels have in the column of the code. */
  readonly repeats?: readonly { readonly words: readonly string[]; readonly code: string }[]
}

export type Credits = {
  readonly column: Column
  readonly values: readonly string[]
  /** Whether credit documents write what they give back without a minus. */
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
  /** Any of these within the text, in any case. */
  readonly words?: readonly string[]
  readonly category: ChargeCategory
}

export type Shape = {
  /** The fewest columns a row has. */
  readonly columns: number
  /** The most: further columns would be another layout. */
  readonly maxColumns: number
  readonly cells: readonly ShapeCell[]
}

export type ShapeCell = {
  readonly position: number
  readonly holds: ColumnContent
  /** The only texts there are. */
  readonly values?: readonly string[]
  /** How each begins. */
  readonly start?: string
  /** Whether no row leaves it empty. */
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

/** The fields that a layout reads, in the order in which the mapping studio offers them. */
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
