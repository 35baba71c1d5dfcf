import { z } from 'zod'
import { inWindow } from '../browser/storage.ts'
import { sentKeyOf } from './drafts.ts'

/** A key that no other has. (crypto.randomUUID is not there on plain HTTP, which an inner network may well use.) */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const kept = z.object({ values: z.string(), key: z.string() })

/**
 * Gives the same key for the same values until it is asked to forget, so that a second try creates nothing twice. What was
 * sent is kept in the window beside the draft, under `name`, until its answer is there: a reload forgets neither.
 */
export function createKeyring(name: string) {
  const place = sentKeyOf(name)
  const before = kept.safeParse(inWindow.read(place)).data
  let last = before
  return {
    /** Something was sent before this page was loaded, and no answer came. */
    wasSent: before !== undefined,
    keyFor(values: unknown): string {
      const text = JSON.stringify(values)
      if (last?.values !== text) last = { values: text, key: newIdempotencyKey() }
      inWindow.keep(place, last)
      return last.key
    },
    /** The server said no: nothing of it was done. */
    noteRefused() {
      inWindow.keep(place, undefined)
    },
    forget() {
      last = undefined
      inWindow.keep(place, undefined)
    },
  }
}
