import type { Route } from '@despatch/contract/route/route'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context, StreamingContext, PublicContext, SigningInContext } from './context.ts'
import type { FileAnswer } from './file-answer.ts'
import type { StreamedAnswer } from './streamed-answer.ts'

type ContextOf<R extends Route> = R['permission'] extends 'public'
  ? PublicContext
  : R['permission'] extends 'signing-in'
    ? SigningInContext
    : R['ownTransactions'] extends true
      ? StreamingContext
      : Context

/** A handler with its own transactions may stream its answer; one whose route has `file` may answer a file. */
type AnswerOf<R extends Route> =
  | RouteAnswer<R>
  | (R['ownTransactions'] extends true ? StreamedAnswer<RouteAnswer<R>> : never)
  | (R['file'] extends string ? FileAnswer : never)

type Handler<R extends Route> = (context: ContextOf<R>, input: RouteChecked<R>) => Promise<AnswerOf<R>>

/** A route with its handler. {@link bind} has checked their types, so that all routes fit one list. */
export type Bound = {
  route: Route
  handle: (
    context: PublicContext | SigningInContext | Context | StreamingContext,
    input: Record<string, unknown>,
  ) => Promise<unknown>
}

/** Binds each route of a room to its handler. A missing handler, or one of another type, is a type error. */
export function bind<Room extends Record<string, Route>>(
  room: Room,
  handlers: { [Name in keyof Room]: Handler<Room[Name]> },
): Bound[] {
  return Object.entries(room).map(([name, route]) => ({ route, handle: handlers[name] as unknown as Bound['handle'] }))
}
