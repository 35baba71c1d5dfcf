import { hasPostcodes, needsPostcode } from '../text/country-postcodes.ts'
import { formatCount } from '../money/money.ts'
import { isActionAllowed, type OrderStatus } from './order-status.ts'

/** The remedy depends on the user's permissions: the order's page explains it. */
const SEE_ORDER = 'open order'

/**
 * What an order may lack for delivery, in the words of screens, receipts and calls. `bit` is its place in the stored
 * set. `reason` is a missing noun, or a state of its own. `stops`: whether release needs it; 'where asked' means if the
 * client's setting says so.
 */
const LACKS = {
  name: {
    bit: 1,
    stops: 'never',
    short: 'No recipient',
    reason: 'recipient name',
    remedy: 'add the recipient’s name',
  },
  street: { bit: 2, stops: 'always', short: 'No street', reason: 'street', remedy: 'complete the address' },
  postcode: {
    bit: 4,
    stops: 'always',
    short: 'No postcode',
    reason: 'postcode',
    remedy: 'complete the address',
  },
  town: { bit: 8, stops: 'always', short: 'No town', reason: 'town', remedy: 'complete the address' },
  country: {
    bit: 16,
    stops: 'always',
    short: 'Unknown country',
    reason: 'country unknown',
    remedy: 'complete the address',
  },
  weight: {
    bit: 32,
    stops: 'where asked',
    short: 'Unknown weight',
    reason: 'SKU weight',
    remedy: SEE_ORDER,
  },
  size: {
    bit: 64,
    stops: 'where asked',
    short: 'Unknown size',
    reason: 'SKU size',
    remedy: SEE_ORDER,
  },
  carrier: {
    bit: 128,
    stops: 'always',
    short: 'No carrier',
    reason: 'no carrier available',
    remedy: SEE_ORDER,
  },
  // Not stored: it changes with the stock and is calculated on reading.
  stock: {
    bit: 256,
    stops: 'never',
    short: 'Short of stock',
    reason: 'short of stock',
    remedy: SEE_ORDER,
  },
} as const

export type Lack = keyof typeof LACKS
export const ORDER_LACKS = Object.keys(LACKS) as [Lack, ...Lack[]]

/** A lack in a badge, and its remedy within a sentence. */
export const lackText = (lack: Lack): { readonly short: string; readonly remedy: string } => LACKS[lack]

/** Units by SKU for which there is not enough stock: at most the first SKUs, and the number of all. */
export type ShortOfStock = {
  readonly items: readonly { readonly SKU: string; readonly quantity: number }[]
  readonly SKUs: number
}

/** 'Short by 2 of AC-POT-101 and 1 of AC-POT-102'; with more SKUs, '…, 1 of AC-POT-102 and some of 3 others'. */
export function shortByText({ items, SKUs }: ShortOfStock): string {
  const others = SKUs - items.length
  return `Short by ${listed([
    ...items.map(({ SKU, quantity }) => `${formatCount(quantity)} of ${SKU}`),
    ...(others > 0 ? [`some of ${formatCount(others)} ${others === 1 ? 'other' : 'others'}`] : []),
  ])}`
}

export const NEEDS_ATTENTION = 'Needs attention'
/** Description of the view and filter. */
export const ATTENTION_HOLDS =
  'Open orders without a complete address, a known weight or size, or a carrier. Excludes orders only short of stock'
/** Description of the view and filter *No carrier*. */
export const NO_CARRIER_HOLDS = 'New or released orders with no carrier for all or part of them'

/** Converts lacks to the stored bit set, and back. */
export const lackBits = (lacks: readonly Lack[]): number => lacks.reduce((bits, lack) => bits | LACKS[lack].bit, 0)
export const GOODS_LACKS = lackBits(['weight', 'size'])
export const CARRIER_LACK = lackBits(['carrier'])
/** More of a SKU is promised and reserved than counted. */
export const STOCK_LACK = lackBits(['stock'])
export const lacksOf = (bits: number): Lack[] => ORDER_LACKS.filter((lack) => (bits & LACKS[lack].bit) !== 0)

/** Customer and delivery address. */
type Addressed = {
  readonly customerFirstName: string
  readonly customerLastName: string
  readonly addressLine1: string
  readonly addressLine2: string
  readonly addressLine3: string
  readonly addressLine4: string
  readonly postCode: string
  readonly country: string
}

/**
 * Lacks of an order's address: without a postcode, the town is required. `isCountry` says which codes are countries.
 */
export function addressLacks(order: Addressed, isCountry: (code: string) => boolean): Lack[] {
  const lines = [order.addressLine1, order.addressLine2, order.addressLine3, order.addressLine4].filter(Boolean).length
  const isPostcodeNeeded = needsPostcode(order.country)
  const saysPlace = hasPostcodes(order.country) && order.postCode !== ''
  return [
    ...(order.customerFirstName === '' && order.customerLastName === '' ? (['name'] as const) : []),
    ...(lines === 0 ? (['street'] as const) : []),
    ...(isPostcodeNeeded && order.postCode === '' ? (['postcode'] as const) : []),
    ...(!isPostcodeNeeded && !saysPlace && lines < 2 ? (['town'] as const) : []),
    ...(isCountry(order.country) ? [] : (['country'] as const)),
  ]
}

/** Measurements of one unit of goods; null if unknown. */
type Measures = { readonly weight: number | null; readonly length: number | null; readonly volume: number | null }
type MeasuredGoods = Measures & { readonly components: readonly Measures[] | null }

/** Missing measurements of an order's goods. Multi-box products are measured by their boxes. */
export function goodsLacks(goods: readonly (MeasuredGoods | undefined)[]): Lack[] {
  const units = goods.flatMap((one): readonly (Measures | undefined)[] =>
    one?.components?.length ? one.components : [one],
  )
  return [
    ...(units.some((unit) => (unit?.weight ?? null) === null) ? (['weight'] as const) : []),
    ...(units.some((unit) => (unit?.length ?? null) === null || (unit?.volume ?? null) === null)
      ? (['size'] as const)
      : []),
  ]
}

/**
 * What users have to fix in an order that can be acted on. A suspended order gets its carrier on release, so lacks
 * none.
 */
export function attentionOf(status: OrderStatus, bits: number): Lack[] {
  if (!isActionAllowed(status, 'amend')) return []
  return lacksOf(bits).filter((lack) => status !== 'S' || lack !== 'carrier')
}

/** Lacks that stop the release of an order. `refusesUnmeasured` is the client's setting. */
export function stoppingLacks(lacks: readonly Lack[], { refusesUnmeasured }: { refusesUnmeasured: boolean }): Lack[] {
  return lacks.filter(
    (lack) => LACKS[lack].stops === 'always' || (LACKS[lack].stops === 'where asked' && refusesUnmeasured),
  )
}

/** Why an order is not released: 'Street and postcode missing', 'No carrier available – open order'. */
export function stoppedText(lacks: readonly Lack[]): string {
  const reasons = reasonsText(lacks)
  const remedy = lacks.some((lack) => LACKS[lack].remedy === SEE_ORDER) ? ` – ${SEE_ORDER}` : ''
  return `${reasons.charAt(0).toUpperCase()}${reasons.slice(1)}${remedy}`
}

/** Appended to a verdict: '. Note: SKU weight missing'; '' if nothing is lacking. */
export function lackNote(lacks: readonly Lack[]): string {
  return lacks.length === 0 ? '' : `. Note: ${reasonsText(lacks)}`
}

/** Reasons that are states, rather than missing parts. */
const STATES: readonly Lack[] = ['country', 'carrier', 'stock']

function reasonsText(lacks: readonly Lack[]): string {
  const parts = lacks.filter((lack) => !STATES.includes(lack)).map((lack) => LACKS[lack].reason)
  const states = lacks.filter((lack) => STATES.includes(lack)).map((lack) => LACKS[lack].reason)
  return [...(parts.length > 0 ? [`${listed(parts)} missing`] : []), ...states].join(', ')
}

function listed(texts: readonly string[]): string {
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}` : (texts[0] ?? '')
}
