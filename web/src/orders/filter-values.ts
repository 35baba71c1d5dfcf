import { type WorkChoice, workCriteria } from '@despatch/contract/orders/order-criteria'
import { z } from 'zod'

const SHAPES = z.object(workCriteria).shape

/** Stands for the current user in addresses, so that a saved view suits everyone. */
export const ME = 'me'

const texts = z
  .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string()).max(50))
  .catch([])

/** Values of a filter in an address. Invalid values are dropped; otherwise chips would show filters without effect. */
export const filterValues = (choice: WorkChoice | 'isNot') =>
  texts.transform((values) =>
    [...new Set(values)].filter(
      (value) => (choice === 'assignee' && value === ME) || SHAPES[choice].safeParse([value]).success,
    ),
  )

/** A number in an address up to a limit; '' if invalid. */
export const filterFigure = (most: number) =>
  z
    .union([z.string(), z.number()])
    .transform(String)
    .refine((text) => text === '' || (/^\d{1,10}(\.\d{1,3})?$/.test(text) && Number(text) <= most))
    .catch('')
