import { readTypedCount, readTypedFigure, type TypedNumber } from '@despatch/domain/money/typed-number'
import { z } from 'zod'

/** The typed decimal number; NaN, which every schema refuses, for empty or invalid text. */
export const figureOf = (text: string): number => numberOf(readTypedFigure(text))

/** The typed whole number; NaN for empty or invalid text. */
export const countOf = (text: string): number => numberOf(readTypedCount(text))

const numberOf = (read: TypedNumber) => ('plain' in read && read.plain !== '' ? Number(read.plain) : Number.NaN)

/** {@link figureOf} for optional fields. */
export const figureOrNull = (text: string): number | null => (text.trim() === '' ? null : figureOf(text))
export const countOrNull = (text: string): number | null => (text.trim() === '' ? null : countOf(text))

/** The schema of a field for a decimal number. Empty text is null; the inner schema refuses invalid text with its own message. */
export const typedFigure = <Shape extends z.ZodType<number | null, number | null>>(shape: Shape) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : figureOf(text)))
    .pipe(shape)

/** The schema of a field for a whole number. */
export const typedCount = <Shape extends z.ZodType<number | null, number | null>>(shape: Shape) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : countOf(text)))
    .pipe(shape)

/** The schema of a required field for a decimal number. */
export const requiredFigure = <Shape extends z.ZodType<number, number>>(shape: Shape) =>
  z.string().trim().transform(figureOf).pipe(shape)

/** The text in the field for a stored number. */
export const figureText = (value: number | null) => (value === null ? '' : String(value))
