import type { z } from 'zod'
import type { Route } from './route.ts'

type PartType<Part, Shape extends 'input' | 'output'> = Part extends z.ZodType
  ? Shape extends 'input'
    ? z.input<Part>
    : z.output<Part>
  : undefined

/** Whether a caller may leave out the query because all of it is optional. */
type IsOptional<R extends Route, Part> = Part extends 'query'
  ? R['body'] extends z.ZodType
    ? object extends PartType<R['query'], 'input'>
      ? true
      : false
    : false
  : false

/** The caller's input: params, query and body before validation. */
export type RouteInput<R extends Route> = {
  [
    Part in 'params' | 'query' | 'body' as R[Part] extends z.ZodType
      ? IsOptional<R, Part> extends true
        ? never
        : Part
      : never
  ]: PartType<R[Part], 'input'>
} & { [Part in 'query' as IsOptional<R, Part> extends true ? Part : never]?: PartType<R[Part], 'input'> }

/** The handler's input: validated, with defaults. */
export type RouteChecked<R extends Route> = {
  [Part in 'params' | 'query' | 'body' as R[Part] extends z.ZodType ? Part : never]: PartType<R[Part], 'output'>
}

export type RouteAnswer<R extends Route> = z.output<R['answer']>
