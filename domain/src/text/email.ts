/**
 * Specification 5: 'Email format: local part of letters, digits, dot, underscore or hyphen; an @; a domain of letters,
 * digits, dots or hyphens; a top-level domain of 2 to 4 letters.'
 */
export const EMAIL_FORMAT = /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,4}$/

/** The same rule for whoever typed something else. */
export const EMAIL_RULE =
  'An email looks like name@example.com: letters, digits, . _ - before the @, and an ending of 2 to 4 letters'
