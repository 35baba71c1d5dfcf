import type { Route } from '@despatch/contract/route/route'
import { type Guard, guards, LEFT_OUT, type Onlooker } from '@despatch/contract/route/visible'
import { seesEverything, type Visibility } from '@despatch/domain/administration/clients/visibility'
import type { z } from 'zod'
import type { Transaction } from '../database/transaction.ts'
import { AppError } from '../process/app-error.ts'
import { shownNames } from './shown-names.ts'

type Show = (value: unknown, onlooker: Onlooker) => unknown
/** `ask` only asks for the names that `show` asks for; undefined where there are none. */
type Shown = { readonly show: Show; readonly ask: ((value: unknown, onlooker: Onlooker) => void) | undefined }

/** Who asks, and how names are looked up for them. */
type Asking = {
  readonly sees: Visibility
  /** The caller's own name, which is not looked up. */
  readonly ownName?: string
  readonly inTransaction: (look: Look) => Promise<Map<string, string>>
}
export type Look = (transaction: Transaction) => Promise<Map<string, string>>

/** Made once for each shape: null where nothing in it is guarded. */
const made = new WeakMap<z.ZodType, Shown | null>()

/**
 * An answer as its caller may see it: the guards of the contract's shape (contract/src/route/visible.ts) leave out and
 * reword what is hidden from them. The one place where costs, capacities, other methods and names of staff are kept from
 * people; every answer comes through here.
 */
export async function shownAnswer(
  answer: unknown,
  shape: z.ZodType,
  { sees, ownName, inTransaction }: Asking,
): Promise<unknown> {
  if (seesEverything(sees)) return answer
  const shown = shownOf(shape)
  if (!shown) return answer
  if (!shown.ask || sees.staffNames) return shown.show(answer, { sees, nameOf: (name) => name })
  const names = new Set<string>()
  shown.ask(answer, { sees, nameOf: (name) => (names.add(name), name) })
  names.delete(ownName ?? '')
  const called = names.size > 0 ? await inTransaction((on) => shownNames(on, [...names])) : new Map<string, string>()
  return shown.show(answer, { sees, nameOf: (name) => (name === ownName ? name : (called.get(name) ?? '')) })
}

/** Throws a failure again: an AppError that carries a record as it is now, with the record as its caller may see it. */
export async function throwShown(error: unknown, asking: Asking): Promise<never> {
  if (error instanceof AppError && error.present !== undefined && !seesEverything(asking.sees))
    error.present = error.presentShape && (await shownAnswer(error.present, error.presentShape, asking))
  throw error
}

/** What is said where a call tells of nothing that its caller may see. */
export const NOT_SHOWN = 'This is not shown to you: what users of a client see is for the operator to choose.'

/** Whether a part of an answer may be hidden from someone: such an answer is not streamed as it is made. */
export const hidesSomething = ({ answer }: Route, sees: Visibility) => !seesEverything(sees) && shownOf(answer) !== null

function shownOf(shape: z.ZodType): Shown | null {
  const known = made.get(shape)
  if (known !== undefined) return known
  const shown = make(shape)
  made.set(shape, shown)
  return shown
}

function make(shape: z.ZodType): Shown | null {
  const guard: Guard | undefined = guards.get(shape)
  const within = insideOf(shape)
  if (!guard) return within
  const show: Show = (value, onlooker) => {
    if (value === undefined) return LEFT_OUT
    const shown = guard.show(value, onlooker)
    return within && shown !== LEFT_OUT ? within.show(shown, onlooker) : shown
  }
  return { show, ask: guard.isOfNames || within?.ask ? show : undefined }
}

/** What is guarded inside of a shape. */
function insideOf(shape: z.ZodType): Shown | null {
  const { def } = shape as unknown as { def: Definition }
  switch (def.type) {
    case 'object':
      return objectOf(def.shape)
    case 'array': {
      const element = shownOf(def.element)
      return element && ofAll(element, (value, each) => (Array.isArray(value) ? value.map(each) : value))
    }
    case 'record': {
      const each = shownOf(def.valueType)
      return each && ofAll(each, (value, show) => mapped(value, () => show))
    }
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly': {
      const inner = shownOf(def.innerType)
      return inner && ofAll(inner, (value, show) => (value === null || value === undefined ? value : show(value)))
    }
    case 'union':
      // Which of them a value is would have to be found out.
      if (def.options.some((option) => shownOf(option))) throw new Error('A guard cannot stand in a union')
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

function objectOf(fields: Readonly<Record<string, z.ZodType>>): Shown | null {
  const guarded = new Map(
    Object.entries(fields).flatMap(([name, field]) => {
      const shown = shownOf(field)
      return shown ? [[name, shown] as const] : []
    }),
  )
  if (guarded.size === 0) return null
  const named = [...guarded].flatMap(([name, { ask }]) => (ask ? [[name, ask] as const] : []))
  return {
    ask:
      named.length === 0
        ? undefined
        : (value, onlooker) => {
            if (typeof value !== 'object' || value === null) return
            const record = value as Record<string, unknown>
            for (const [name, ask] of named) ask(record[name], onlooker)
          },
    show: (value, onlooker) =>
      mapped(value, (name) => {
        const field = guarded.get(name)
        return field && ((inner) => field.show(inner, onlooker))
      }),
  }
}

function ofAll({ show, ask }: Shown, over: (value: unknown, each: (value: unknown) => unknown) => unknown): Shown {
  return {
    show: (value, onlooker) => over(value, (each) => show(each, onlooker)),
    ask: ask && ((value, onlooker) => void over(value, (each) => ask(each, onlooker))),
  }
}

/** A copy of an object with other values, without those that are left out. */
function mapped(value: unknown, showOf: (name: string) => ((value: unknown) => unknown) | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value
  // Every row of a list comes by here.
  const copy: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const show = showOf(name)
    const shown = show ? show(inner) : inner
    if (shown !== LEFT_OUT) copy[name] = shown
  }
  return copy
}
