import { z } from 'zod'
import { requiredProse, requiredText } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { methodId } from '../rule-book/fields.ts'
import { consignment, decided } from './explanation.ts'

/** The permissions to choose a carrier by hand, and to overrule constraints with it. */
export const BY_HAND = 'carrierRoutingControl.carrierByHand'
export const OVERRULE = 'carrierRoutingControl.carrierByHandOverrule'
/** A choice compares prices, capacities and all methods, so the user must be allowed to see them. */
const ALL = ['costs', 'capacities', 'otherMethods'] as const

const ofConsignment = {
  orderNumber: requiredText(50, 'Order number'),
  /** The number of the consignment in the order. */
  number: z.int('A consignment is a whole number').min(1, 'The first consignment is 1').max(10_000),
}

/** A choice of carrier for a consignment. */
export const carrierChoice = z.strictObject({
  ...ofConsignment,
  /** The order's version and the consignment's attempt that the caller read. */
  version: z.int('A version is a whole number').min(1, 'A version is a whole number'),
  attempt: z.int('An attempt is a whole number').min(1, 'An attempt is a whole number'),
  /** null returns the consignment to allocation. */
  clientMethodID: methodId.nullable(),
  reason: requiredProse(200, 'Reason'),
})

export const carrierChoiceCalls = routes({
  carrierChoices: {
    method: 'POST',
    path: '/api/orders/carrier/choices',
    summary: 'What could carry a consignment now, with prices and what stands in the way of each; changes nothing',
    permission: { edits: [BY_HAND] },
    shows: ALL,
    access: 'one-client',
    body: z.strictObject(ofConsignment),
    answer: z.strictObject({
      orderNumber: z.string(),
      number: z.int(),
      version: z.int(),
      attempt: z.int(),
      /** The current method; null for a routing exception. */
      standing: z
        .strictObject({ clientMethodID: z.string(), cost: z.number().nullable(), isByHand: z.boolean() })
        .nullable(),
      consignment,
      /** The decision of allocation now; the consignment's own capacity counts as free. */
      decided,
    }),
    errors: ['not_found', 'unprocessable'],
    audited: false,
  },
  chooseCarrier: {
    method: 'POST',
    path: '/api/orders/carrier/choose',
    summary: 'Choose the method of a consignment by hand, or let allocation choose again',
    permission: { edits: [BY_HAND] },
    shows: ALL,
    access: 'one-client',
    body: carrierChoice,
    answer: z.strictObject({
      message: z.string(),
      version: z.int(),
      /** The id for undoing it, like a command. */
      commandId: z.string(),
    }),
    errors: ['not_found', 'version_conflict', 'unprocessable', 'unauthorized_access', 'idempotency_key_reused'],
    audited: 'order.carrier-chosen',
    idempotent: true,
  },
})
