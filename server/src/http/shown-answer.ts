import type { Route } from '@despatch/contract/route/route'
import { type Guard, guards, LEFT_OUT, type Onlooker } from '@despatch/contract/route/visible'
import { seesEverything, type Visibility } from '@despatch/domain/administration/clients/visibility'
import type { z } from 'zod'
import type { Transaction } from '../database/transaction.ts'
import { AppError } from '../process/app-error.ts'
import { shownNames } from './shown-names.ts'

type ShowValue = (value: unknown, onlooker: Onlooker) => unknown
/** `collect` only asks for the names that `show` needs; undefined if there are none. */
type GuardedShape = {
  readonly show: ShowValue
  readonly collect: ((value: unknown, onlooker: Onlooker) => void) | undefined
}

/** Who sees the answer, and how names are looked up for them. */
type Viewer = {
  readonly sees: Visibility
  /** The viewer's own name, which is not looked up. */
  readonly ownName?: string
  readonly inTransaction: (lookUp: NameLookup) => Promise<Map<string, string>>
}
export type NameLookup = (transaction: Transaction) => Promise<Map<string, string>>

/** Built once per shape; null if nothing in it is guarded. */
const guardedShapes = new WeakMap<z.ZodType, GuardedShape | null>()

/**
 * An answer as its caller may see it: the guards in the contract's shape (contract/src/route/visible.ts) leave out or reword
 * hidden parts. This is the one place that hides costs, capacities, other methods and names of staff; every answer passes
 * through it.
 */
export async function shownAnswer(
  answer: unknown,
  shape: z.ZodType,
  { sees, ownName, inTransaction }: Viewer,
): Promise<unknown> {
  if (seesEverything(sees)) return answer
  const shown = findGuards(shape)
  if (!shown) return answer
  if (!shown.collect || sees.staffNames) return shown.show(answer, { sees, nameOf: (name) => name })
  const names = new Set<string>()
  shown.collect(answer, { sees, nameOf: (name) => (names.add(name), name) })
  names.delete(ownName ?? '')
  const shownAs = names.size > 0 ? await inTransaction((on) => shownNames(on, [...names])) : new Map<string, string>()
  return shown.show(answer, { sees, nameOf: (name) => (name === ownName ? name : (shownAs.get(name) ?? '')) })
}

/** Rethrows an error. The current record that an AppError may carry is reduced to what its caller may see. */
export async function rethrowShown(error: unknown, viewer: Viewer): Promise<never> {
  if (error instanceof AppError && error.present !== undefined && !seesEverything(viewer.sees))
    error.present = error.presentShape && (await shownAnswer(error.present, error.presentShape, viewer))
  throw error
}

/** The error if a caller may see nothing of an answer. */
export const NOT_SHOWN = 'You don’t have access to this. The operator decides what client users see.'

/** Whether part of an answer may be hidden from this viewer. Such an answer cannot be streamed. */
export const hidesSomething = ({ answer }: Route, sees: Visibility) =>
  !seesEverything(sees) && findGuards(answer) !== null

function findGuards(shape: z.ZodType): GuardedShape | null {
  const known = guardedShapes.get(shape)
  if (known !== undefined) return known
  const shown = guardedShape(shape)
  guardedShapes.set(shape, shown)
  return shown
}

function guardedShape(shape: z.ZodType): GuardedShape | null {
  const guard: Guard | undefined = guards.get(shape)
  const within = insideOf(shape)
  if (!guard) return within
  const show: ShowValue = (value, onlooker) => {
    if (value === undefined) return LEFT_OUT
    const shown = guard.show(value, onlooker)
    return within && shown !== LEFT_OUT ? within.show(shown, onlooker) : shown
  }
  return { show, collect: guard.isOfNames || within?.collect ? show : undefined }
}

/** The guarded parts of a shape. */
function insideOf(shape: z.ZodType): GuardedShape | null {
  const { def } = shape as unknown as { def: Definition }
  switch (def.type) {
    case 'object':
      return objectOf(def.shape)
    case 'array': {
      const element = findGuards(def.element)
      return element && ofAll(element, (value, each) => (Array.isArray(value) ? value.map(each) : value))
    }
    case 'record': {
      const each = findGuards(def.valueType)
      return each && ofAll(each, (value, show) => mapped(value, () => show))
    }
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly': {
      const inner = findGuards(def.innerType)
      return inner && ofAll(inner, (value, show) => (value === null || value === undefined ? value : show(value)))
    }
    case 'union':
      // It would have to find out which option a value is.
      if (def.options.some((option) => findGuards(option))) throw new Error('A guard cannot stand in a union')
      return null
    case 'string':
    default:
      return null
  }
}

type Definition =
  | { type: 'object'; shape: Readonly<Record<string, z.ZodType>> }
  | { type: 'array'; element: z.ZodType }
  | { type: 'record'; valueType: z.ZodType }
  | { type: 'nullable' | 'optional' | 'default' | 'prefault' | 'readonly'; innerType: z.ZodType }
  | { type: 'union'; options: readonly z.ZodType[] }
  | { type: 'string' }

function objectOf(fields: Readonly<Record<string, z.ZodType>>): GuardedShape | null {
  const guarded = new Map(
    Object.entries(fields).flatMap(([name, field]) => {
      const shown = findGuards(field)
      return shown ? [[name, shown] as const] : []
    }),
  )
  if (guarded.size === 0) return null
  const named = [...guarded].flatMap(([name, { collect }]) => (collect ? [[name, collect] as const] : []))
  return {
    collect:
      named.length === 0
        ? undefined
        : (value, onlooker) => {
            if (typeof value !== 'object' || value === null) return
            const record = value as Record<string, unknown>
            for (const [name, collect] of named) collect(record[name], onlooker)
          },
    show: (value, onlooker) =>
      mapped(value, (name) => {
        const field = guarded.get(name)
        return field && ((inner) => field.show(inner, onlooker))
      }),
  }
}

function ofAll(
  { show, collect }: GuardedShape,
  over: (value: unknown, each: (value: unknown) => unknown) => unknown,
): GuardedShape {
  return {
    show: (value, onlooker) => over(value, (each) => show(each, onlooker)),
    collect: collect && ((value, onlooker) => void over(value, (each) => collect(each, onlooker))),
  }
}

/** A copy of an object with other values, without those that are left out. */
function mapped(value: unknown, showOf: (name: string) => ((value: unknown) => unknown) | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value
  // A loop, because every row of a list passes through here.
  const copy: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const show = showOf(name)
    const shown = show ? show(inner) : inner
    if (shown !== LEFT_OUT) copy[name] = shown
  }
  return copy
}
