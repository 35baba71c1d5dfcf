import { formatDayShort } from '../../calendar/day.ts'
import type { Visibility } from '../../administration/clients/visibility.ts'
import { type StoredChoice, storedChoiceText } from '../../routing/allocation/by-hand.ts'
import { redactReason } from '../../routing/allocation/redact-reason.ts'
import { type Mention, visibleNoteText } from '../../orders/tags-and-notes/notes.ts'
import { formatMoney } from '../../money/money.ts'
import { DELIVERY_STATES, type DeliveryState } from '../../deliveries/parcels/delivery-state.ts'
import { type OrderClaim, orderClaimText } from '../../claims/order-claim.ts'
import { type OrderCharge, orderChargeText } from '../../invoices/order-charge.ts'
import { EXCHANGE_STEPS, type ExchangeStep } from '../../returns/portal/exchange.ts'
import { LIFE_STATES, type LifeState } from '../../returns/life/return-state.ts'

/** Kinds of timeline entries, by their filter code. */
export const TIMELINE_KINDS = {
  order: 'Order',
  note: 'Notes',
  allocation: 'Allocation',
  parcel: 'Despatches',
  carrier: 'Carrier events',
  return: 'Returns',
  exchange: 'Exchanges',
  invoice: 'Invoices',
  claim: 'Claims',
} as const

export type TimelineKind = keyof typeof TIMELINE_KINDS
export const TIMELINE_KIND_CODES = Object.keys(TIMELINE_KINDS) as [TimelineKind, ...TimelineKind[]]

/** An event of an order, with the details of its record. */
export type TimelineFact =
  | { kind: 'order'; act: string; note: string }
  | { kind: 'note'; note: string; isInternal: boolean; mentions: readonly Mention[] }
  | {
      kind: 'allocation'
      isGivenBack: boolean
      /** The consignment's number in its order, and how many were decided together. */
      number: number
      of: number
      carrier: string | null
      method: string
      /** Decimal text. */
      cost: string | null
      despatchDay: string
      parcels: number
      why: string
      /** Set if its method was chosen by hand, now or until this decision. */
      byHand: StoredChoice | null
    }
  | { kind: 'parcel'; trackingNumber: string; carrier: string; weight: string | null; promisedDate: string }
  | {
      kind: 'carrier'
      trackingNumber: string
      state: DeliveryState
      code: string
      reason: string
      description: string
      location: string
    }
  | {
      kind: 'return'
      state: LifeState
      returnReference: string
      SKU: string
      quantity: number
      /** The title of the reason. */
      reason: string
      condition: string
      note: string
      isFromPortal: boolean
    }
  | {
      kind: 'exchange'
      step: ExchangeStep
      returnReference: string
      /** True on the timeline of the replacement order. */
      isReplacement: boolean
      /** The order that was exchanged. */
      orderNumber: string
      note: string
    }
  | ({ kind: 'invoice' } & OrderCharge)
  | ({ kind: 'claim' } & OrderClaim)

/** Title and detail of a timeline entry, in words. */
export function timelineText(
  fact: TimelineFact,
  sees: Visibility,
  currency: string,
): { title: string; detail: string } {
  switch (fact.kind) {
    case 'order':
      return { title: fact.act, detail: fact.note }
    case 'note':
      return {
        title: fact.isInternal ? 'Internal note' : 'Note',
        detail: visibleNoteText(fact.note, fact.mentions, sees),
      }
    case 'allocation':
      return { title: allocationTitle(fact), detail: allocationDetail(fact, sees, currency) }
    case 'parcel':
      return {
        title: `Parcel despatched with ${fact.carrier}`,
        detail: joinParts([
          fact.trackingNumber,
          fact.weight && `${Number(fact.weight)} kg`,
          `promised for ${formatDayShort(fact.promisedDate)}`,
        ]),
      }
    case 'carrier':
      return {
        title: fact.state === 'unknown' ? `Unknown event ${fact.code}` : DELIVERY_STATES[fact.state],
        detail: joinParts([fact.trackingNumber, fact.description, fact.reason, fact.location]),
      }
    case 'return':
      return {
        title: `Return: ${LIFE_STATES[fact.state].toLowerCase()}`,
        detail: joinParts([
          fact.returnReference,
          `${fact.quantity} × ${fact.SKU}`,
          fact.reason && `reason: ${fact.reason}`,
          fact.condition,
          fact.note,
          fact.isFromPortal && 'through the returns portal',
        ]),
      }
    case 'exchange':
      return {
        title: EXCHANGE_STEPS[fact.step],
        detail: joinParts([
          fact.note,
          fact.returnReference,
          fact.isReplacement && `replaces goods of order ${fact.orderNumber}`,
        ]),
      }
    case 'invoice':
      return orderChargeText(fact)
    case 'claim':
      return orderClaimText(fact)
  }
}

type Allocation = Extract<TimelineFact, { kind: 'allocation' }>

function allocationTitle({ isGivenBack, carrier, number, of }: Allocation): string {
  const which = of > 1 ? `consignment ${number} ` : ''
  if (carrier === null) return of > 1 ? `Routing exception of consignment ${number}` : 'Routing exception'
  const title = isGivenBack ? `${which}removed from ${carrier}` : `${which}allocated to ${carrier}`
  return title.charAt(0).toUpperCase() + title.slice(1)
}

function allocationDetail(
  { isGivenBack, carrier, method, cost, despatchDay, parcels, why, byHand }: Allocation,
  sees: Visibility,
  currency: string,
): string {
  const chosen = byHand && storedChoiceText(byHand, sees, currency)
  if (carrier === null) return [redactReason(why, sees), byHand?.ended && chosen].filter(Boolean).join('. ')
  const count = `${parcels} ${parcels === 1 ? 'parcel' : 'parcels'}`
  const day = `despatch ${formatDayShort(despatchDay)}`
  return isGivenBack
    ? joinParts([method, count, day])
    : [joinParts([method, sees.costs && cost !== null && formatMoney(cost, currency), count, day]), chosen]
        .filter(Boolean)
        .join('. ')
}

const joinParts = (parts: readonly (string | false | null)[]) => parts.filter(Boolean).join(', ')
