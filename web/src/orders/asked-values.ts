import { type WorkChoice, workCriteria } from '@despatch/contract/orders/order-criteria'
import { z } from 'zod'

const ASKED = z.object(workCriteria).shape

/** In an address: the person who looks at the list, so that a view is true for each who uses it. */
export const ME = 'me'

const texts = z
  .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string()).max(50))
  .catch([])

/** Values of a filter, as an address has one or several. What no call takes is none, or chips would show what narrows nothing. */
export const valuesOf = (choice: WorkChoice | 'isNot') =>
  texts.transform((values) =>
    [...new Set(values)].filter(
      (value) => (choice === 'assignee' && value === ME) || ASKED[choice].safeParse([value]).success,
    ),
  )

/** A figure as an address has it, of this at most; '' where it is none. */
export const figure = (most: number) =>
  z
    .union([z.string(), z.number()])
    .transform(String)
    .refine((text) => text === '' || (/^\d{1,10}(\.\d{1,3})?$/.test(text) && Number(text) <= most))
    .catch('')
