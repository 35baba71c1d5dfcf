import { z } from 'zod'
import { windowStorage } from '../browser/storage.ts'
import { notify } from '../notify/notify.ts'
import { session } from '../session/session-store.ts'

const titles = z.record(z.string(), z.string()).catch({})
const key = () => `despatch.kept.${session.store.get().user?._id ?? ''}`

/** What the forms are called that wait in this window with changes, by the id of their tab. */
const keptTitles = () => titles.parse(windowStorage.read(key()))

/** The form of a tab was left with changes, which are kept; or (undefined) it has none any more. */
export function markKept(tabId: string, title: string | undefined): void {
  const { [tabId]: before, ...others } = keptTitles()
  if (before === title) return
  // Where that cannot be kept, nothing is said of it when its tab is closed.
  windowStorage.write(key(), title === undefined ? others : { ...others, [tabId]: title })
}

/** Says that what was typed in a tab is kept, if something was, where nobody is asked about it. */
export function sayWhatIsKept(tabId: string): void {
  const title = keptTitles()[tabId]
  if (title !== undefined) notify.info(`What you typed in ${title} is kept.`)
}
