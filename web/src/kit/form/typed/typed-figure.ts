import { readTypedCount, readTypedFigure, type TypedNumber } from '@despatch/domain/money/typed-number'
import { z } from 'zod'

/** The number of what was typed, as the field for figures reads it; NaN, which no shape takes, of what is none, or empty. */
export const figureOf = (text: string): number => numberOf(readTypedFigure(text))

/** The same of what is counted, as the field for counts reads it. */
export const countOf = (text: string): number => numberOf(readTypedCount(text))

const numberOf = (read: TypedNumber) => ('plain' in read && read.plain !== '' ? Number(read.plain) : Number.NaN)

/** The same of a field that may be left empty. */
export const figureOrNull = (text: string): number | null => (text.trim() === '' ? null : figureOf(text))
export const countOrNull = (text: string): number | null => (text.trim() === '' ? null : countOf(text))

/** A field in which a figure is typed: empty is none, and what is no figure is refused in the words of its shape. */
export const typedFigure = <Shape extends z.ZodType<number | null, number | null>>(shape: Shape) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : figureOf(text)))
    .pipe(shape)

/** The same of what is counted. */
export const typedCount = <Shape extends z.ZodType<number | null, number | null>>(shape: Shape) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : countOf(text)))
    .pipe(shape)

/** A figure that may not be left empty. */
export const neededFigure = <Shape extends z.ZodType<number, number>>(shape: Shape) =>
  z.string().trim().transform(figureOf).pipe(shape)

/** What is typed for a figure that is kept. */
export const figureText = (value: number | null) => (value === null ? '' : String(value))
