import { test } from 'vitest'

/**
 * A test of a rare corner: `npm run test:browser` runs it, and so does anyone who names its file; `npm test` leaves it to
 * them, and to the tests of components and of the server that prove the rule behind it.
 */
export function corner(title: string, body: () => Promise<void>): void {
  // oxlint-disable-next-line vitest/valid-title -- the title is its caller's
  test(title, { tags: CORNER }, body)
}

/** For tests that are made of a table. */
export const CORNER = 'corner'
