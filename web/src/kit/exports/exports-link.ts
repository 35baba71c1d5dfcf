/** Emails link to My exports with this hash. Read while the page loads, because signing in leads to an address without it. */
let isRequested = window.location.hash === '#my-exports'

/** Whether the user came from an email's link to My exports. True once only. */
export function takeExportsLink(): boolean {
  const wasRequested = isRequested
  isRequested = false
  return wasRequested
}
