/** Mails lead to My exports by this. Read as the page loads, for signing in leads on to an address without it. */
let isAsked = window.location.hash === '#my-exports'

/** Whether the link of a mail asks to see My exports; it asks once. */
export function takeExportsLink(): boolean {
  const was = isAsked
  isAsked = false
  return was
}
