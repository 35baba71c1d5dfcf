import type { DraftInput } from '@despatch/contract/allocation/drafts'

type Given = {
  /** The change as it stands in the form; undefined while it cannot be sent: the form then shows its errors. */
  readonly draftOf: () => DraftInput | undefined
  /** Whether there is nothing to try yet, in words. */
  readonly whyNot?: string | undefined
}

/** What if: tries a change that is not saved yet on the real consignments of the last days. Nothing is changed by it. */
export function TryIt(_given: Given) {
  return null
}
