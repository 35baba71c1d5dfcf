import { test } from 'vitest'

/**
 * A test of a rare case. `npm run test:browser` runs it, and naming its file does; `npm test` leaves it out, because
 * tests of components and of the server prove the rule behind it.
 */
export function corner(title: string, body: () => Promise<void>): void {
  // oxlint-disable-next-line vitest/valid-title -- the title is its caller's
  test(title, { tags: CORNER }, body)
}

/** The tag, for tests made from a table. */
export const CORNER = 'corner'
