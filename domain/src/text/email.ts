/**
 * Specification 5: 'Email format: local part of letters, digits, dot, underscore or hyphen; an @; a domain of letters,
 * digits, dots or hyphens; a top-level domain of 2 to 4 letters.'
 */
export const EMAIL_FORMAT = /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,4}$/

/**
 * An address that mail can be delivered to. Wider than the specification's format: + and ' before the @, top-level
 * domains of any length, letters of other scripts. Feeds accept these, because other systems already have.
 */
const DELIVERABLE =
  /^[^\s\p{C}@"(),:;<>[\\\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{M}])$/u
export const isDeliverable = (text: string) =>
  EMAIL_FORMAT.test(text) || (text.length <= 254 && !/^\.|\.\.|\.@/.test(text) && DELIVERABLE.test(text))
export const DELIVERABLE_RULE = 'An email looks like name@example.com'

/** The specification's rule, in words. */
export const EMAIL_RULE =
  'An email looks like name@example.com: letters, digits, . _ - before the @, and an ending of 2 to 4 letters'
