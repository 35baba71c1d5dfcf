import { type EventCode, setEventCode } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { readDeliveryState } from '@despatch/domain/deliveries/parcels/read-delivery-state'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import type { z } from 'zod'
import type { PastedList, Role } from './read-pasted-list.ts'

export const MAX_PASTED = 500

export type CodeBody = z.output<typeof setEventCode>
/** A pasted row: the effect of saving it in words, and the body to send, if it can be saved and is new. */
export type PastedCode = {
  readonly code: string
  readonly means: string
  readonly description: string
  readonly reason: string
  readonly outcome: string
  readonly isWrong: boolean
  readonly body?: CodeBody
}

/** Checks each row of a carrier's list. `known` are the carrier's current codes. */
export function checkPastedCodes(
  { rows, hasHeading, columns }: PastedList,
  carrier: string,
  known: readonly EventCode[],
): PastedCode[] {
  const byCode = new Map(known.map((code) => [code.code, code]))
  const seen = new Set<string>()
  return (hasHeading ? rows.slice(1) : rows).map((cells) => {
    const cellOf = (role: Role) => cells[columns[role] ?? -1] ?? ''
    const row = checkPastedCode({
      of: cellOf,
      carrier,
      known: byCode.get(cellOf('code')),
      isTwice: seen.has(cellOf('code')),
    })
    seen.add(cellOf('code'))
    return row
  })
}

type PastedRow = {
  of: (role: Role) => string
  carrier: string
  known: EventCode | undefined
  isTwice: boolean
}

function checkPastedCode({ of: cellOf, carrier, known, isTwice }: PastedRow): PastedCode {
  const [code, description, reason] = [cellOf('code'), cellOf('description'), cellOf('reason')]
  const state = readDeliveryState(cellOf('state'))
  const means = state ? DELIVERY_STATES[state] : cellOf('state')
  const row = { code, means, description, reason }
  const wrong = (outcome: string): PastedCode => ({ ...row, outcome, isWrong: true })
  if (isTwice) return wrong('Duplicate of a code above')
  if (cellOf('state') === '') return wrong('Choose a meaning')
  if (state === undefined) return wrong('No such meaning')
  if (state === 'unknown') return wrong('Not a delivery status')
  const read = setEventCode.safeParse({ carrier, code, state, description, reason, version: known?.version ?? 0 })
  if (!read.success) return wrong(read.error.issues[0]?.message ?? 'Unreadable')
  if (!known || known.version === 0) return { ...row, outcome: 'Is added', isWrong: false, body: read.data }
  if (known.state === state && known.description === description && known.reason === reason)
    return { ...row, outcome: 'Unchanged', isWrong: false }
  const outcome = known.state === state ? 'Changed' : `Changed from ${DELIVERY_STATES[known.state]}`
  return { ...row, outcome, isWrong: false, body: read.data }
}
