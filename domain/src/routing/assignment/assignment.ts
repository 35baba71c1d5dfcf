import type { Cost } from '../prices/costing.ts'

/**
 * Gives many consignments their methods together: first come first served takes the cheapest free place for each, and
 * may leave an order without a carrier whose only place went to an order that had others.
 */

/** A method that may take a consignment, capacity aside. `room` names the capacity that it takes: carrier and day. */
export type AssignmentOption = { readonly method: string; readonly room: string; readonly cost: Cost }

export type ToAssign = {
  readonly parcels: number
  /** Named and next day orders get a carrier before others. */
  readonly isUrgent: boolean
  readonly options: readonly AssignmentOption[]
}

/** Consignments with the same options and parcels are one variable. */
export type AssignmentClass = ToAssign & {
  /** Positions of its consignments in the input. */
  readonly members: readonly number[]
}

/** Groups consignments that differ in nothing that matters for the assignment. */
export function groupAlike(all: readonly ToAssign[]): AssignmentClass[] {
  const keyOf = ({ parcels, isUrgent, options }: ToAssign) =>
    `${parcels} ${isUrgent} ${options.map(({ method, room, cost }) => `${method}\n${room}\n${cost}`).join('\n')}`
  const groups = Map.groupBy(all.keys(), (index) => keyOf(all[index] as ToAssign))
  return [...groups.values()].flatMap((members) => {
    const first = all[members[0] ?? -1]
    return first ? [{ ...first, members }] : []
  })
}

/**
 * The cheapest option of each consignment, by position (-1 without an option), if that overfills no room; undefined if
 * it does. Then nothing has to be weighed, and this is the exact assignment. `roomOf` gives the parcels that fit.
 */
export function cheapestIfAllFit(
  all: readonly ToAssign[],
  roomOf: (room: string) => number,
): readonly number[] | undefined {
  const taken = new Map<string, number>()
  const chosen = all.map(({ parcels, options }) => {
    const best = cheapestOption(options)
    const room = options[best]?.room
    if (room !== undefined) taken.set(room, (taken.get(room) ?? 0) + parcels)
    return best
  })
  for (const [room, parcels] of taken) if (parcels > roomOf(room)) return undefined
  return chosen
}

/** The position of the cheapest option, the first of equal ones; -1 if there is none. */
function cheapestOption(options: readonly AssignmentOption[]): number {
  let best = -1
  for (const [index, { cost }] of options.entries()) if (best < 0 || cost < (options[best]?.cost ?? 0)) best = index
  return best
}

/**
 * Gives each consignment in turn its cheapest option that still has room, urgent ones first: what a solver that runs out
 * of time must not fall below. By position: the option, -1 without one.
 */
export function inTurn(all: readonly ToAssign[], roomOf: (room: string) => number): readonly number[] {
  const taken = new Map<string, number>()
  const chosen = all.map(() => -1)
  const order = [...all.keys()].toSorted((one, other) => Number(all[other]?.isUrgent) - Number(all[one]?.isUrgent))
  for (const index of order) {
    const { options = [], parcels = 0 } = all[index] ?? {}
    const fitting = options.map(({ room, ...option }) => {
      const hasRoom = (taken.get(room) ?? 0) + parcels <= roomOf(room)
      return { ...option, room, cost: hasRoom ? option.cost : Number.POSITIVE_INFINITY }
    })
    const best = cheapestOption(fitting)
    const option = fitting[best]
    if (!option || !Number.isFinite(option.cost)) continue
    chosen[index] = best
    taken.set(option.room, (taken.get(option.room) ?? 0) + parcels)
  }
  return chosen
}

/** What a solve makes least: urgent consignments without a place, then others without one, then the cost. */
export const ASSIGNMENT_STAGES = ['urgent-left', 'others-left', 'cost'] as const
export type AssignmentStage = (typeof ASSIGNMENT_STAGES)[number]

const placed = (index: number, option: number) => `x${index}_${option}`
const left = (index: number) => `u${index}`

/**
 * The integer program of one stage in the LP format: how many consignments of each class take each option, how many are
 * left, and no room overfilled. `before` has the results of the earlier stages, which must not get worse.
 */
export function assignmentProgram(
  classes: readonly AssignmentClass[],
  roomOf: (room: string) => number,
  stage: AssignmentStage,
  before: Readonly<Partial<Record<AssignmentStage, number>>>,
): string {
  const leftOf = (isUrgent: boolean) =>
    classes.flatMap((one, index) => (one.isUrgent === isUrgent ? [left(index)] : [])).join(' + ')
  const costs = classes.flatMap(({ options }, index) =>
    options.map(({ cost }, option) => `${cost} ${placed(index, option)}`),
  )
  const objective = { 'urgent-left': leftOf(true), 'others-left': leftOf(false), cost: costs.join(' + ') }[stage]
  const all = classes.map(({ options, members }, index) => {
    const terms = [...options.map((_option, option) => placed(index, option)), left(index)]
    return `c${index}: ${terms.join(' + ')} = ${members.length}`
  })
  const inRoom = new Map<string, string[]>()
  for (const [index, { options, parcels }] of classes.entries())
    for (const [option, { room }] of options.entries())
      inRoom.set(room, [...(inRoom.get(room) ?? []), `${parcels} ${placed(index, option)}`])
  const rooms = [...inRoom].flatMap(([room, terms], index) =>
    Number.isFinite(roomOf(room)) ? [`r${index}: ${terms.join(' + ')} <= ${Math.max(roomOf(room), 0)}`] : [],
  )
  const kept = ASSIGNMENT_STAGES.flatMap((name, index) => {
    const [most, terms] = [before[name], name === 'cost' ? '' : leftOf(name === 'urgent-left')]
    return most === undefined || terms === '' ? [] : [`k${index}: ${terms} <= ${most}`]
  })
  const variables = classes.flatMap(({ options }, index) => [
    ...options.map((_option, option) => placed(index, option)),
    left(index),
  ])
  return [
    'minimize',
    // The format needs a term.
    objective === '' ? '0 u0' : objective,
    'subject to',
    ...all,
    ...rooms,
    ...kept,
    'general',
    ...variables,
    'end',
    '',
  ].join('\n')
}

/**
 * Reads a solution: for each consignment by position the position of its option, -1 without one. `valueOf` gives the
 * value of a variable. undefined if the values are no solution: a solver that ran out of time may give any.
 */
export function readAssignment(
  classes: readonly AssignmentClass[],
  roomOf: (room: string) => number,
  valueOf: (variable: string) => number,
): number[] | undefined {
  const taken = new Map<string, number>()
  for (const [index, { options, members, parcels }] of classes.entries()) {
    let placedOnes = 0
    for (const [option, { room }] of options.entries()) {
      const times = Math.round(valueOf(placed(index, option)))
      placedOnes += times
      taken.set(room, (taken.get(room) ?? 0) + times * parcels)
    }
    if (placedOnes + Math.round(valueOf(left(index))) !== members.length) return undefined
  }
  for (const [room, parcels] of taken) if (parcels > roomOf(room)) return undefined
  const count = classes.reduce((sum, { members }) => sum + members.length, 0)
  const chosen = Array.from({ length: count }, () => -1)
  for (const [index, { options, members }] of classes.entries()) {
    let next = 0
    for (const option of options.keys())
      for (let times = Math.round(valueOf(placed(index, option))); times > 0; times--) {
        const member = members[next++]
        if (member !== undefined) chosen[member] = option
      }
  }
  return chosen
}
