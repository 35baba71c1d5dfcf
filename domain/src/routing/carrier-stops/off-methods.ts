import type { Day } from '../../calendar/day.ts'
import type { CompiledBook } from '../rule-book/compile-book.ts'
import { type CarrierStop, stopOf } from './carrier-stop.ts'

/** Why a carrier takes nothing on a day: the operator stopped it, or the client's carrier rules say it is not active. */
export type OffReason = 'stopped' | 'not-active'

/** The methods of a carrier that may take no order on a day because the carrier is off, with the reason. */
export function offMethods(
  compiled: CompiledBook,
  stops: readonly CarrierStop[],
  { carrier, day }: { readonly carrier: string; readonly day: Day },
): { readonly methods: readonly string[]; readonly because: OffReason } {
  const { failing } = compiled.rulesOn(day)
  const own = compiled.methods.flatMap((method, index) => (method.carrier === carrier ? [{ method, index }] : []))
  const stopped = own.filter(({ method }) => stopOf(stops, method, day))
  const inactive = own.filter(({ index }) => (failing[index] ?? 0) !== 0)
  return {
    methods: [...new Set([...stopped, ...inactive])].map(({ method }) => method.clientMethodID),
    because: stopped.length > 0 ? 'stopped' : 'not-active',
  }
}
