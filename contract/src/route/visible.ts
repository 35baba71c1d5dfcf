import { redactMessage, redactReason } from '@despatch/domain/routing/allocation/redact-reason'
import type { Visibility, VisibilityKey } from '@despatch/domain/administration/clients/visibility'
import { z } from 'zod'

/** The reader of an answer. `nameOf` returns the name that this reader may see for a person. */
export type Onlooker = { readonly sees: Visibility; readonly nameOf: (name: string) => string }

/** Returned by a guard to leave its field out. */
export const LEFT_OUT = Symbol('left out')

/** Adapts a value for readers who do not see everything, or returns {@link LEFT_OUT}. */
export type Guard<Value = unknown> = {
  show(value: Value, onlooker: Onlooker): unknown
  /** Whether the values are names of people. */
  readonly isOfNames?: true
}

/** Guards by shape. The server applies them to every answer and export: see server/src/http/shown-answer.ts. */
export const guards = z.registry<Guard>()

const guarded = <Shape extends z.ZodType>(shape: Shape, guard: Guard<z.output<Shape>>): Shape => {
  // The registry applies the guard only to values of this shape.
  guards.add(shape, guard as Guard)
  return shape
}

/** A field that readers see only with this visibility. */
export const shownWith = <Shape extends z.ZodType>(key: VisibilityKey, shape: Shape) =>
  guarded(shape.optional(), { show: (value, { sees }) => (sees[key] ? value : LEFT_OUT) })

/** A value that may be hidden in part. */
export const shownAs = <Shape extends z.ZodType>(
  shape: Shape,
  show: (value: z.output<Shape>, sees: Visibility) => unknown,
): Shape => guarded(shape, { show: (value, { sees }) => show(value, sees) })

/**
 * Why no carrier takes something, in words, without costs, capacities and other carriers for readers who may not see
 * them.
 */
export const reason = () => shownAs(z.string(), redactReason)

/** A message about an order, which may contain such a reason. */
export const orderMessage = () => shownAs(z.string(), redactMessage)

/**
 * The name of the person who did something. Names of staff read 'Despatch operations' for readers who may not see them.
 */
export const personName = () => guarded(z.string(), { isOfNames: true, show: (name, { nameOf }) => nameOf(name) })

/** A value in which only some texts are names. */
export const withNames = <Shape extends z.ZodType>(
  shape: Shape,
  show: (value: z.output<Shape>, onlooker: Onlooker) => unknown,
): Shape => guarded(shape, { isOfNames: true, show })
