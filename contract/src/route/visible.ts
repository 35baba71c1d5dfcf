import { redactMessage, redactReason } from '@despatch/domain/routing/allocation/redact-reason'
import type { Visibility, VisibilityKey } from '@despatch/domain/administration/clients/visibility'
import { z } from 'zod'

/** What a guard knows of the person who is answered. `nameOf` gives what a person is called for them. */
export type Onlooker = { readonly sees: Visibility; readonly nameOf: (name: string) => string }

/** A field that its guard leaves out of the answer. */
export const LEFT_OUT = Symbol('left out')

/** What becomes of a value before it is answered to someone who does not see everything; or {@link LEFT_OUT}. */
export type Guard<Value = unknown> = {
  show(value: Value, onlooker: Onlooker): unknown
  /** It asks for names of people. */
  readonly isOfNames?: true
}

/**
 * The guards of the shapes of answers. The server applies them to every answer and every export, whichever call it is of:
 * see server/src/http/shown-answer.ts.
 */
export const guards = z.registry<Guard>()

const guarded = <Shape extends z.ZodType>(shape: Shape, guard: Guard<z.output<Shape>>): Shape => {
  // The registry gives it to values of its shape alone.
  guards.add(shape, guard as Guard)
  return shape
}

/** A field that is left out for those who do not see what it tells of. */
export const shownWith = <Shape extends z.ZodType>(key: VisibilityKey, shape: Shape) =>
  guarded(shape.optional(), { show: (value, { sees }) => (sees[key] ? value : LEFT_OUT) })

/** A value of which a part may be hidden. */
export const shownAs = <Shape extends z.ZodType>(
  shape: Shape,
  show: (value: z.output<Shape>, sees: Visibility) => unknown,
): Shape => guarded(shape, { show: (value, { sees }) => show(value, sees) })

/** Why no carrier takes something, in words: without money, capacities and other carriers for those who do not see these. */
export const reason = () => shownAs(z.string(), redactReason)

/** What became of an order, with such a reason in it where no carrier takes it. */
export const orderMessage = () => shownAs(z.string(), redactMessage)

/** The name of the person who did something; a name of staff reads 'Despatch operations' for those who do not see it. */
export const personName = () => guarded(z.string(), { isOfNames: true, show: (name, { nameOf }) => nameOf(name) })

/** A value with names in it, where some only of its texts are names. */
export const withNames = <Shape extends z.ZodType>(
  shape: Shape,
  show: (value: z.output<Shape>, onlooker: Onlooker) => unknown,
): Shape => guarded(shape, { isOfNames: true, show })
