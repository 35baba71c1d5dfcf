import type { Locator, Page } from 'playwright-core'

/** Seconds of a practised user for each motion, from the keystroke-level model of Card, Moran and Newell. */
const MOTION = { key: 0.2, click: 0.2, point: 1.1, home: 0.4, think: 1.35 } as const

export type Effort = { clicks: number; keys: number; seconds: number; waited: number }

/**
 * Drives the page as a user with mouse and keyboard does, and counts the motions. `seconds` are the model's for the
 * motions, `waited` is the time that the portal really took.
 */
export class Hand {
  readonly effort: Effort = { clicks: 0, keys: 0, seconds: 0, waited: 0 }
  readonly #page: Page
  #isAtMouse = false

  constructor(page: Page) {
    this.#page = page
  }

  /** Points at an element and clicks it. */
  async click(target: Locator): Promise<void> {
    await this.#wait(() => target.waitFor())
    this.#moveTo('mouse')
    this.effort.clicks += 1
    this.effort.seconds += MOTION.point + MOTION.click
    await this.#wait(() => target.click())
  }

  /** Presses keys one after the other. Each key of a chord ('Control+k') is counted. */
  async press(...keys: readonly string[]): Promise<void> {
    this.#moveTo('keyboard')
    for (const key of keys) {
      this.#count(key.length > 1 ? key.split('+').length : 1)
      await this.#wait(() => this.#page.keyboard.press(key))
    }
  }

  /** Types a text into the focused field. */
  async type(text: string): Promise<void> {
    this.#moveTo('keyboard')
    this.#count(text.length)
    await this.#wait(() => this.#page.keyboard.type(text))
  }

  /** Presses Tab until the field has the focus. */
  async tabTo(field: Locator): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await field.evaluate((element) => element === element.ownerDocument.activeElement)) return
      await this.press('Tab')
    }
    throw new Error(`Tab does not reach ${field.toString()}`)
  }

  /** Waits for an element, and adds the time for reading it and deciding what to do next. */
  async read(shown: Locator): Promise<void> {
    await this.#wait(() => shown.first().waitFor())
    this.effort.seconds += MOTION.think
  }

  #count(keys: number): void {
    this.effort.keys += keys
    this.effort.seconds += keys * MOTION.key
  }

  #moveTo(device: 'mouse' | 'keyboard'): void {
    if (this.#isAtMouse === (device === 'mouse')) return
    this.#isAtMouse = !this.#isAtMouse
    this.effort.seconds += MOTION.home
  }

  async #wait(action: () => Promise<unknown>): Promise<void> {
    const start = performance.now()
    await action()
    this.effort.waited += (performance.now() - start) / 1000
  }
}
