import { z } from 'zod'

const FIGURE = /^[+-]?(\d+\.?\d*|\.\d+)$/
const figureOf = (text: string) => (FIGURE.test(text) ? Number(text) : Number.NaN)

/** A field in which a figure is typed: empty is none, and what is no figure is refused in the words of its shape. */
export const typedFigure = <Shape extends z.ZodType<number | null, number | null>>(shape: Shape) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : figureOf(text)))
    .pipe(shape)

/** The same of a field that may not be left empty. */
export const neededFigure = <Shape extends z.ZodType<number, number>>(shape: Shape) =>
  z.string().trim().transform(figureOf).pipe(shape)

/** What is typed for a figure that is kept. */
export const figureText = (value: number | null) => (value === null ? '' : String(value))
