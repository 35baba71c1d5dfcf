/** Of a client that has no methods. */
export const NO_SERVICES = 'The client has no carrier services yet'
/** Of an order for which nobody knows whether anything carries it: the database stopped while it was worked out. */
export const TOOK_TOO_LONG = 'Finding a carrier took too long and was stopped: allocate it again'
/** The same where it failed for another reason. */
export const COULD_NOT_BE_WORKED_OUT =
  'Finding a carrier failed: allocate it again, and ask the operator if that fails too'
/** Of an order for which no carrier has been looked for. */
export const NOT_TRIED_YET = 'It has not been allocated yet: allocate it again'
/** Of an order that was fed after its despatch day. */
export const CAME_LATE = 'Its despatch day had passed when it came: allocate it again for the next working day'

/** The same of a named day, which is the customer's to change. */
export const CAME_AFTER_NAMED_DAY = 'Its named day had passed when it came: amend its day first'
/** Of an order that was fed in time, and changed after its named day. */
export const CHANGED_AFTER_NAMED_DAY = 'It was changed after its named day had passed: amend its day first'

/** Reasons of routing exceptions that everyone may read as they are. */
export const EXCEPTION_REASONS = [
  NO_SERVICES,
  TOOK_TOO_LONG,
  COULD_NOT_BE_WORKED_OUT,
  NOT_TRIED_YET,
  CAME_LATE,
  CAME_AFTER_NAMED_DAY,
  CHANGED_AFTER_NAMED_DAY,
] as const
