import { type EventCode, setEventCode } from '@despatch/contract/feeds/event-codes'
import { readDeliveryState } from '@despatch/domain/parcels/read-delivery-state'
import { DELIVERY_STATES } from '@despatch/domain/parcels/delivery-state'
import type { z } from 'zod'

export const MOST_PASTED = 500
const COLUMNS = ['code', 'state', 'description', 'reason'] as const

export type CodeBody = z.output<typeof setEventCode>
/** A pasted row: what saving it does in words, and what is sent; nothing is where it cannot be saved or is so already. */
export type PastedCode = {
  readonly code: string
  readonly means: string
  readonly description: string
  readonly reason: string
  readonly words: string
  readonly isWrong: boolean
  readonly body?: CodeBody
}

/**
 * A carrier's list as it was copied from a spreadsheet or a CSV file: code, meaning, description, incident reason. `known`
 * are the carrier's codes as they are.
 */
export function pastedCodes(text: string, carrier: string, known: readonly EventCode[]): PastedCode[] {
  const separator = ['\t', ';', ','].find((sign) => text.includes(sign)) ?? '\t'
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const rows = lines.map((line) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
  const order = headingOf(rows[0] ?? [])
  const byCode = new Map(known.map((code) => [code.code, code]))
  const seen = new Set<string>()
  return (order ? rows.slice(1) : rows).map((cells) => {
    const of = (column: (typeof COLUMNS)[number]) => cells[(order ?? COLUMNS).indexOf(column)] ?? ''
    const row = pastedCode({ of, carrier, known: byCode.get(of('code')), isTwice: seen.has(of('code')) })
    seen.add(of('code'))
    return row
  })
}

const NAMES: Readonly<Record<string, (typeof COLUMNS)[number]>> = {
  code: 'code',
  eventcode: 'code',
  means: 'state',
  meaning: 'state',
  state: 'state',
  status: 'state',
  description: 'description',
  reason: 'reason',
  incidentreason: 'reason',
}

/** Which column is which, where the first row is a heading that says so. */
function headingOf(cells: readonly string[]): (string | undefined)[] | undefined {
  const order = cells.map((cell) => NAMES[cell.toLowerCase().replaceAll(/[^a-z]/g, '')])
  return order.includes('code') && order.includes('state') ? order : undefined
}

type Given = {
  of: (column: (typeof COLUMNS)[number]) => string
  carrier: string
  known: EventCode | undefined
  isTwice: boolean
}

function pastedCode({ of, carrier, known, isTwice }: Given): PastedCode {
  const [code, description, reason] = [of('code'), of('description'), of('reason')]
  const state = readDeliveryState(of('state'))
  const means = state ? DELIVERY_STATES[state] : of('state')
  const row = { code, means, description, reason }
  const wrong = (words: string): PastedCode => ({ ...row, words, isWrong: true })
  if (isTwice) return wrong('The code stands above already')
  if (state === undefined || state === 'unknown')
    return wrong(of('state') === '' ? 'Its meaning is missing' : 'No such meaning')
  const read = setEventCode.safeParse({ carrier, code, state, description, reason, version: known?.version ?? 0 })
  if (!read.success) return wrong(read.error.issues[0]?.message ?? 'It cannot be read')
  if (!known || known.version === 0) return { ...row, words: 'Is added', isWrong: false, body: read.data }
  if (known.state === state && known.description === description && known.reason === reason)
    return { ...row, words: 'Is so already', isWrong: false }
  const words = known.state === state ? 'Is changed' : `Is changed, from ${DELIVERY_STATES[known.state]}`
  return { ...row, words, isWrong: false, body: read.data }
}
