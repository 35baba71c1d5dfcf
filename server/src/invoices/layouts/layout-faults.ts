import { checkLayout } from '@despatch/domain/invoices/layouts/check-layout'
import { asLayout, layoutShape } from './layout-shape.ts'

const MAX_TOLD = 20

/** Describes what makes a layout unusable; empty for a valid one. The mapping studio runs the same check. */
export function layoutFaults(given: Record<string, unknown>): string[] {
  const { error } = layoutShape.safeParse(given)
  if (error) return error.issues.slice(0, MAX_TOLD).map(({ path, message }) => `${path.join('.')}: ${message}`)
  return checkLayout(asLayout(given))
}
