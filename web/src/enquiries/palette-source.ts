import type { DisputeMatch, InvoiceMatch, ReferenceMatch } from '@despatch/contract/enquiries/search/any-reference'
import { dayOf, formatDay, formatDayShort } from '@despatch/domain/calendar/day'
import { MATCHED_FIELDS } from '@despatch/domain/enquiries/search/search-words'
import { isDeliverable } from '@despatch/domain/text/email'
import { normalPostcode } from '@despatch/domain/text/postcode'
import { disputeAddress, invoiceAddress } from '../invoices/addresses.ts'
import { statusWord } from '../orders/commands/order-meaning.ts'
import { actionsOn, parseAct } from './palette-acts.ts'
import { enquiryAddress } from './addresses.ts'
import { referenceSearch } from './search/search-as-you-type.tsx'
import { orderAddress, parcelAddress } from '../kit/navigation/addresses.ts'
import type { PaletteAction, PaletteSource } from '../kit/navigation/palette-source.ts'
import { queryClient } from '../kit/server/query-client.ts'
import { hasRight } from '../kit/session/rights.ts'
import { session } from '../kit/session/session-store.ts'

/** Whether a text may be an order reference: it has a digit, and no word is too long. */
export function looksLikeReference(text: string): boolean {
  return text.length <= 50 && /\d/.test(text) && /^[\w#./-]+( [\w#./-]+){0,2}$/.test(text)
}

/** Title of the search entry, with the kind if the text can only be one. */
export function findingText(text: string): string {
  if (isDeliverable(text)) return `Find orders of ${text}`
  const postcode = normalPostcode('GB', text)
  return postcode ? `Find orders to ${postcode}` : `Find order ${text}`
}

/** Maximum orders offered. */
const MAX_ORDERS = 8
const MAX_CUSTOMERS = 3
/** Maximum invoices and disputes. */
const MAX_OTHERS = 3

const mayEnquire = () => hasRight(session.store.get(), 'reportsAndEnquiries.orderAndReturnsEnquiry')

/** Customers, orders and parcels that match, followed by 'Find order X', where X is any reference. */
export const findOrder: PaletteSource = {
  matches: 'at-last',
  find: async (text) => {
    if (!mayEnquire()) return []
    const { matches, invoices, disputes } = await queryClient.fetchQuery(referenceSearch(text, session.selected()))
    const shown = matches.slice(0, MAX_ORDERS)
    const [only, another] = matches
    return [
      ...toCustomerActions(matches),
      ...shown.filter(({ trackingNumber }) => trackingNumber === '').map(toOrderAction),
      ...shown.filter(({ trackingNumber }) => trackingNumber !== '').map(toParcelAction),
      ...invoices.slice(0, MAX_OTHERS).map(toInvoiceAction),
      ...disputes.slice(0, MAX_OTHERS).map(toDisputeAction),
      ...(only && !another ? actionsOn(only) : []),
    ]
  },
  actions: (text) =>
    !parseAct(text) && (looksLikeReference(text) || isDeliverable(text)) && mayEnquire()
      ? [
          {
            id: 'find-order',
            group: 'Orders',
            label: findingText(text),
            description: 'Or by its parcel, serial number, SKU or return: Order & Returns Enquiry',
            to: enquiryAddress({ orderRef: text, find: 'now' }),
          },
        ]
      : [],
}

const toOrderAction = (match: ReferenceMatch): PaletteAction => ({
  id: `found ${match.clientCode} ${match.orderNumber}`,
  group: 'Orders found',
  label: [match.orderNumber, match.customer].filter(Boolean).join(' · '),
  description: [
    statusWord(match.Status),
    formatDayShort(dayOf(new Date(match.orderDate))),
    match.town || match.postCode,
    match.carrier,
    match.clientCode,
    ...match.matched
      .filter(({ text }) => text !== match.customer)
      .map(({ field, text }) => `${MATCHED_FIELDS[field]}: ${text}`),
    ...foundBy(match),
  ]
    .filter(Boolean)
    .join(' · '),
  to: orderAddress({ orderNumber: match.orderNumber, client: match.clientCode }),
})

/** Explains matches that are not visible in the result. */
const FOUND_BY: Partial<Record<ReferenceMatch['kind'], string>> = {
  email: 'Email',
  emailBegin: 'Email',
  postcode: 'Postcode',
  return: 'Return',
  sku: 'SKU',
}
function foundBy({ kind, reference }: ReferenceMatch): string[] {
  const name = FOUND_BY[kind]
  return name === undefined || reference === '' ? [] : [`${name}: ${reference}`]
}

const toParcelAction = (match: ReferenceMatch): PaletteAction => ({
  id: `found parcel ${match.clientCode} ${match.orderNumber} ${match.trackingNumber}`,
  group: 'Parcels found',
  label: match.trackingNumber,
  description: [
    `Order ${match.orderNumber}`,
    statusWord(match.Status),
    match.customer,
    match.town,
    match.carrier,
    match.clientCode,
  ]
    .filter(Boolean)
    .join(' · '),
  to: parcelAddress(match),
})

const toInvoiceAction = (invoice: InvoiceMatch): PaletteAction => ({
  id: `found invoice ${invoice.summaryID}`,
  group: 'Invoices found',
  label: `Invoice ${invoice.invoiceNumber}`,
  description: [invoice.carrierName, formatDay(invoice.invoiceDay), invoice.status].join(' · '),
  to: invoiceAddress(invoice),
})

/** Users without the disputes screen see the dispute with its invoice. */
const toDisputeAction = ({ disputeID: dispute, summaryID, number, ...of }: DisputeMatch): PaletteAction => ({
  id: `found dispute ${number}`,
  group: 'Disputes found',
  label: `Dispute ${number}`,
  description: [of.carrierName, `Invoice ${of.invoiceNumber}`, of.state].join(' · '),
  to: dispute === null ? invoiceAddress({ summaryID }) : disputeAddress({ dispute }),
})

/** A customer with several orders is one entry that opens the search. */
function toCustomerActions(matches: readonly ReferenceMatch[]): PaletteAction[] {
  const orders = new Map<string, ReferenceMatch[]>()
  for (const match of matches)
    if (match.matched.some(({ field }) => field === 'name'))
      orders.set(match.customer, [...(orders.get(match.customer) ?? []), match])
  return [...orders]
    .filter(([, of]) => of.length > 1)
    .slice(0, MAX_CUSTOMERS)
    .map(([customer, of]) => ({
      id: `customer ${customer}`,
      group: 'Customers',
      label: customer,
      description: `All orders under this name · ${[...new Set(of.map(({ clientCode }) => clientCode))].join(', ')}`,
      to: enquiryAddress({ orderRef: customer, find: 'now' }),
    }))
}
