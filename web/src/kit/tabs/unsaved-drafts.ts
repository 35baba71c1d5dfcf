import { z } from 'zod'
import { windowStorage } from '../browser/storage.ts'
import { notify } from '../notify/notify.ts'
import { session } from '../session/session-store.ts'

const titles = z.record(z.string(), z.string()).catch({})
const key = () => `despatch.kept.${session.store.get().user?._id ?? ''}`

/** Titles of the forms in this window that have saved drafts, by tab id. */
const readTitles = () => titles.parse(windowStorage.read(key()))

/** Notes that a tab’s form has a saved draft, or with undefined that it no longer has one. */
export function saveDraftTitle(tabId: string, title: string | undefined): void {
  const { [tabId]: before, ...others } = readTitles()
  if (before === title) return
  // If this cannot be stored, closing the tab shows no notice.
  windowStorage.write(key(), title === undefined ? others : { ...others, [tabId]: title })
}

/** Tells the user that the input in a tab is saved as a draft, if there is any. Used where the user is not asked. */
export function notifyDraftSaved(tabId: string): void {
  const title = readTitles()[tabId]
  if (title !== undefined) notify.info(`Your draft of ${title} is saved.`)
}
