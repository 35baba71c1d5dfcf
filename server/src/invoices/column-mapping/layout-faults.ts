import { checkLayout } from '@despatch/domain/invoices/column-mapping/check-layout'
import { asLayout, layoutShape } from './layout-shape.ts'

const MAX_LISTED = 20

/** Describes what makes a layout unusable; empty for a valid one. The mapping studio runs the same check. */
export function findLayoutFaults(layout: Record<string, unknown>): string[] {
  const { error } = layoutShape.safeParse(layout)
  if (error) return error.issues.slice(0, MAX_LISTED).map(({ path, message }) => `${path.join('.')}: ${message}`)
  return checkLayout(asLayout(layout))
}
