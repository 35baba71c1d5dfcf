import { generateSync } from 'otplib/functional'
import type { Page } from 'playwright-core'
import type { Stage } from './portal.ts'

const STEP_SECONDS = 30

/** The secret that the page shows for typing into an app. */
export async function secretOn(page: Page): Promise<string> {
  return (await page.getByLabel('Secret', { exact: true }).innerText()).replaceAll(/\s/g, '')
}

/** The code of an authenticator app for a secret in a time step, by default the current one. */
export function codeOf(secret: string, step = Math.floor(Date.now() / 1000 / STEP_SECONDS)): string {
  return generateSync({ secret, epoch: step * STEP_SECONDS, period: STEP_SECONDS })
}

/** The code that the user gave last, and the next one that is accepted, so that no test has to wait. */
export async function codesFor(
  { portal }: Stage,
  userId: number,
  secret: string,
): Promise<{ last: string; next: string }> {
  const [row] = await portal.testDatabase.asOwner('select otp_last_step from users where user_id = $1', [userId])
  const last = Number(row?.['otp_last_step'])
  return {
    last: codeOf(secret, last),
    next: codeOf(secret, Math.max(last + 1, Math.floor(Date.now() / 1000 / STEP_SECONDS))),
  }
}
