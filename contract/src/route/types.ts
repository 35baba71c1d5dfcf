import type { z } from 'zod'
import type { Route } from './route.ts'

type Given<Part, Shape extends 'input' | 'output'> = Part extends z.ZodType
  ? Shape extends 'input'
    ? z.input<Part>
    : z.output<Part>
  : undefined

/** Whether a caller may leave the query out, because nothing in it has to be given. */
type IsOptional<R extends Route, Part> = Part extends 'query'
  ? R['body'] extends z.ZodType
    ? object extends Given<R['query'], 'input'>
      ? true
      : false
    : false
  : false

/** What a caller of a route gives: its params, query and body, as the shapes take them in. */
export type RouteInput<R extends Route> = {
  [
    Part in 'params' | 'query' | 'body' as R[Part] extends z.ZodType
      ? IsOptional<R, Part> extends true
        ? never
        : Part
      : never
  ]: Given<R[Part], 'input'>
} & { [Part in 'query' as IsOptional<R, Part> extends true ? Part : never]?: Given<R[Part], 'input'> }

/** What a handler of a route gets: the same, checked and with defaults filled in. */
export type RouteChecked<R extends Route> = {
  [Part in 'params' | 'query' | 'body' as R[Part] extends z.ZodType ? Part : never]: Given<R[Part], 'output'>
}

export type RouteAnswer<R extends Route> = z.output<R['answer']>
