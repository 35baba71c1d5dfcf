import { type EventCode, setEventCode } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'

/** The form of a code; its meaning is empty until chosen. */
export const eventCodeForm = z.object({
  ...setEventCode.shape,
  state: z
    .enum(['', ...setEventCode.shape.state.options])
    .refine((state) => state !== '', 'Choose a meaning')
    .transform((state) => state as z.output<typeof setEventCode.shape.state>),
})
export type EventCodeValues = z.input<typeof eventCodeForm>

export const EVENT_CODE_LABELS = {
  carrier: 'carrier',
  code: 'code',
  state: 'meaning',
  reason: 'reason',
  description: 'description',
} as const

/** Maximum length of a description or reason. */
export const DESCRIPTION_LENGTH = 200

/** Initial values of the form. An unknown code starts with the carrier's own description. */
export function eventCodeValues(code: EventCode | undefined): EventCodeValues {
  if (!code) return { carrier: '', code: '', state: '', reason: '', description: '', version: 0 }
  const { carrier, state, reason, version } = code
  const description = version === 0 ? code.said.slice(0, DESCRIPTION_LENGTH) : code.description
  return { carrier, code: code.code, state: state === 'unknown' ? '' : state, reason, description, version }
}

export function describeEventCode({ state, reason, description }: EventCodeValues): ShownFields {
  return {
    state: { title: 'Means', text: state === '' ? 'None' : DELIVERY_STATES[state] },
    reason: { title: 'Reason', text: reason },
    description: { title: 'Description', text: description },
  }
}
