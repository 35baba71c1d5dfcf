import { z } from 'zod'
import { requiredProse, requiredText } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { methodId } from '../rule-book/fields.ts'
import { consignment, decided } from './explanation.ts'

/** Who may choose a carrier by hand, and who may overrule a constraint with it. */
export const BY_HAND = 'carrierRoutingControl.carrierByHand'
export const OVERRULE = 'carrierRoutingControl.carrierByHandOverrule'
/** Choosing is done among prices, capacities and all methods: who does not see them does not choose. */
const ALL = ['costs', 'capacities', 'otherMethods'] as const

const ofConsignment = {
  orderNumber: requiredText(50, 'Order number'),
  /** Its number within the order. */
  number: z.int('A consignment is a whole number').min(1, 'The first consignment is 1').max(10_000),
}

/** What someone chooses for a consignment. */
export const carrierChoice = z.strictObject({
  ...ofConsignment,
  /** The version of the order, and the attempt of the consignment, that were seen. */
  version: z.int('A version is a whole number').min(1, 'A version is a whole number'),
  attempt: z.int('An attempt is a whole number').min(1, 'An attempt is a whole number'),
  /** null lets allocation choose again. */
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
      /** The method that it goes with; null of a routing exception. */
      standing: z
        .strictObject({ clientMethodID: z.string(), cost: z.number().nullable(), isByHand: z.boolean() })
        .nullable(),
      consignment,
      /** As allocation would decide now: what the consignment itself holds of the capacity counts as free. */
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
      /** By which it is undone, as a command is. */
      commandId: z.string(),
    }),
    errors: ['not_found', 'version_conflict', 'unprocessable', 'unauthorized_access', 'idempotency_key_reused'],
    audited: 'order.carrier-chosen',
    idempotent: true,
  },
})
